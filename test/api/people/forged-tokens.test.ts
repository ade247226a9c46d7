import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';
import { invited, organisationOf } from '../../support/people/fixture.ts';
import { type ForgedProvider, startForgedProvider } from '../../support/people/forged-provider.ts';
import { CLIENT } from '../../support/people/real-provider.ts';
import { begin, callbackOf, comeBack, connect, shownAfter } from '../../support/people/single-sign-on.ts';

const EMAIL = 'amina@forged.example';
const HOUR = 3_600;

let api: ApiFixture;
let provider: ForgedProvider;

beforeAll(async () => {
  api = await startApi();
  provider = await startForgedProvider(CLIENT.id);
  const organisation = await organisationOf(api, api.client.accountId);
  await connect(api, organisation, { issuer: provider.issuer, domains: ['forged.example'] });
  await invited(api, organisation, 'viewer', EMAIL);
});
afterAll(async () => {
  await Promise.all([api.close(), provider.close()]);
});

type Says = Parameters<ForgedProvider['says']>;

/** Signs in with a token that is right but for what a test changes. */
async function signInWith(changed: Says[0], options: Says[1] = {}): Promise<string | null> {
  const { url, cookie } = await begin(api, EMAIL);
  const nonce = url.searchParams.get('nonce');
  provider.says({ nonce, email: EMAIL, email_verified: true, ...changed }, options);
  const answer = new URL(callbackOf(api));
  answer.searchParams.set('code', 'any');
  answer.searchParams.set('state', url.searchParams.get('state') ?? '');
  return shownAfter(await comeBack(api, answer, cookie));
}

it('a token that is right signs in, and its code is exchanged with the verifier of PKCE', async () => {
  expect(await signInWith({})).toBeNull();
  expect(provider.requests.at(-1)?.get('code_verifier')).toMatch(/^[\w-]{43}$/);
});

it.each([
  ['another nonce', () => ({ nonce: 'x'.repeat(43) })],
  ['no nonce', () => ({ nonce: undefined })],
  ['another audience', () => ({ aud: 'someone-else' })],
  ['several audiences', () => ({ aud: [CLIENT.id, 'someone-else'] })],
  ['another issuer', () => ({ iss: 'http://127.0.0.1:1' })],
  ['an end that is over', () => ({ iat: now() - 2 * HOUR, exp: now() - HOUR })],
  ['no subject', () => ({ sub: undefined })],
  ['an e-mail address that is not verified', () => ({ email_verified: false })],
  ['no word about the e-mail address', () => ({ email_verified: undefined })],
  ['an e-mail address of another domain', () => ({ email: 'amina@other.example' })],
  ['a domain behind the real one', () => ({ email: 'amina@forged.example.other.example' })],
])('a token with %s is refused', async (_what, changed) => {
  expect(await signInWith(changed())).toBe('refused');
});

it('a token that the provider did not sign is refused', async () => {
  expect(await signInWith({}, { signedBy: 'other' })).toBe('refused');
});

it('an e-mail address that the provider gave to someone else is refused', async () => {
  expect(await signInWith({})).toBeNull();
  expect(await signInWith({ sub: 'someone else' })).toBe('refused');
});

it('an error of the provider is shown as such', async () => {
  expect(await signInWith({}, { status: 503 })).toBe('unavailable');
  expect(await signInWith({}, { status: 400 })).toBe('refused');
});

function now(): number {
  return Math.floor(Date.now() / 1_000);
}
