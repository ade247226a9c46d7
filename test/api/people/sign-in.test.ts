import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrganisationId } from '../../../domain/ids.ts';
import { createPeople } from '../../../services/people/people.ts';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';
import { type Answer, call } from '../../support/api/http.ts';
import { invalid, refusalOf } from '../../support/api/refusal.ts';
import {
  browse,
  cookieOf,
  invited,
  newEmail,
  organisationOf,
  PASSWORD,
  post,
  sessionOf,
  signedIn,
  signedInAs,
} from '../../support/people/fixture.ts';
import { retryWhileFailed } from '../../support/retry.ts';

const REFUSED = { status: 401, code: 'not_signed_in', retryable: false };
const LIMITED = { status: 429, code: 'rate_limited', retryable: true };

let api: ApiFixture;
let organisation: OrganisationId;

beforeAll(async () => {
  api = await startApi({ trustedProxies: ['127.0.0.1/32'] });
  organisation = await organisationOf(api, api.client.accountId);
});
afterAll(() => api.close());

function signIn(email: string, password: string, from = '198.51.100.1'): Promise<Answer> {
  const headers = { 'x-forwarded-for': from };
  return browse(api, '/v1/auth/sign-in', { method: 'POST', body: { email, password }, headers });
}

function setPassword(cookie: string, body: object): Promise<Answer> {
  return browse(api, '/v1/auth/password', { method: 'PUT', body, cookie });
}

async function withPassword() {
  const person = await signedInAs(api, organisation, 'viewer');
  expect((await setPassword(person.cookie, { new_password: PASSWORD })).status).toBe(204);
  return person;
}

describe('a sign-in link', () => {
  it('signs in once, and says who is signed in for which accounts', async () => {
    const { token, email, personId } = await invited(api, organisation, 'finance');
    const answer = await post(api, '/v1/auth/sign-in/link', { token });
    expect(answer.status).toBe(200);
    expect(sessionOf(answer)).toMatchObject({
      person: { id: personId, email },
      accounts: [{ id: api.client.accountId, role: 'finance' }],
    });
    expect(refusalOf(await post(api, '/v1/auth/sign-in/link', { token }))).toEqual(REFUSED);
  });

  it('of two requests at the same time signs one in', async () => {
    const { token } = await invited(api, organisation, 'viewer');
    const answers = await Promise.all([1, 2, 3].map(() => post(api, '/v1/auth/sign-in/link', { token })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
  });

  it('that has ended, was changed, or is none, opens nothing', async () => {
    const { token } = await invited(api, organisation, 'viewer');
    await api.pool.query("UPDATE auth_verifications SET expires_at = now() - interval '1 second'");
    for (const wrong of [token, `${token}x`, '', 'a'.repeat(32)])
      expect(refusalOf(await post(api, '/v1/auth/sign-in/link', { token: wrong }))).toEqual(REFUSED);
  });

  it('is stored only as a hash', async () => {
    const { token } = await invited(api, organisation, 'viewer');
    const { rows } = await api.pool.query('SELECT identifier, value FROM auth_verifications');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('a password', () => {
  it('signs in at any address, in any letter case of the e-mail address', async () => {
    const { email, personId } = await withPassword();
    const answer = await signIn(email.toUpperCase(), PASSWORD);
    expect(answer.status).toBe(200);
    expect(sessionOf(answer).person.id).toBe(personId);
  });

  it('that is wrong is refused exactly as one for an unknown address, and as one of a person who has set none', async () => {
    const { email } = await withPassword();
    const without = await invited(api, organisation, 'viewer');
    for (const [who, password] of [
      [email, 'not the password'],
      [newEmail(), PASSWORD],
      [without.email, PASSWORD],
      ['no address', PASSWORD],
    ] as const)
      expect(refusalOf(await signIn(who, password, '198.51.100.2'))).toEqual(REFUSED);
  });

  it('must have 12 to 128 characters', async () => {
    const { cookie } = await signedInAs(api, organisation, 'viewer');
    for (const wrong of ['elevenchars', 'x'.repeat(129)])
      expect(refusalOf(await setPassword(cookie, { new_password: wrong }))).toEqual(invalid('new_password'));
  });

  it('is changed only with the current one, and then ends the other sessions', async () => {
    const { email, cookie } = await withPassword();
    const other = cookieOf(await signIn(email, PASSWORD));
    const next = 'another long password';
    expect(refusalOf(await setPassword(other, { new_password: next }))).toEqual(invalid('current_password'));
    const changed = await setPassword(cookie, { current_password: PASSWORD, new_password: next });
    expect(changed.status).toBe(204);

    expect((await browse(api, '/v1/auth/session', { cookie: cookieOf(changed) })).status).toBe(200);
    expect(refusalOf(await browse(api, '/v1/auth/session', { cookie: other }))).toEqual(REFUSED);
    expect((await signIn(email, PASSWORD, '198.51.100.3')).status).toBe(401);
    expect((await signIn(email, next)).status).toBe(200);
  });

  it('that is guessed from one address makes that address wait, and no other', async () => {
    const { email } = await withPassword();
    const guess = () => signIn(email, 'a wrong password', '203.0.113.9');
    // Each wait is twice the one before: sooner or later a guess comes too early, however slow the machine is.
    const refused: number[] = [];
    while (!refused.includes(429)) refused.push(refusalOf(await guess()).status);
    expect(refused.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
    const limited = await signIn(email, PASSWORD, '203.0.113.9');
    if (limited.status === 429) {
      expect(refusalOf(limited)).toEqual(LIMITED);
      expect(Number(limited.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    expect((await signIn(email, PASSWORD, '203.0.113.10')).status).toBe(200);
  });

  it('that is guessed with requests sent together is checked a few times', async () => {
    const { email } = await withPassword();
    const begin = performance.now();
    const guesses = Array.from({ length: 30 }, () =>
      retryWhileFailed(() => signIn(email, 'a wrong password', '203.0.113.11')),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    const seconds = (performance.now() - begin) / 1_000;
    // Five are free. The waits after them are 1 s, 2 s, 4 s and so on, so a slow machine has time for a few more.
    const checkedMax = 5 + Math.floor(Math.log2(seconds + 1));
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(checkedMax);
    expect(statuses.filter((status) => status !== 401 && status !== 429)).toEqual([]);
  });
});

describe('what is not offered', () => {
  it.each([
    'sign-up/email',
    'update-user',
    'delete-user',
    'change-email',
    'get-session',
    'ok',
    'magic-link/verify',
  ])("the library's own path %s is not served", async (path) => {
    for (const method of ['GET', 'POST'])
      expect((await browse(api, `/v1/auth/${path}`, { method })).status).toBe(404);
  });

  it('a key signs no one in', async () => {
    expect(JSON.parse((await call(api, '/v1/auth/session')).text)).toEqual({
      session: null,
      person: null,
      accounts: [],
      staff: null,
    });
    expect(refusalOf(await call(api, '/v1/auth/sessions'))).toEqual(REFUSED);
  });

  it('unknown fields and other types are refused by name', async () => {
    const body = { email: newEmail(), password: PASSWORD, remember: true };
    expect(refusalOf(await post(api, '/v1/auth/sign-in', body))).toEqual(invalid('remember'));
    expect(refusalOf(await post(api, '/v1/auth/sign-in/link', { token: 1 }))).toEqual(invalid('token'));
  });

  it('neither passwords nor tokens nor cookies are in the log', async () => {
    const { token, email } = await invited(api, organisation, 'viewer');
    const cookie = await signedIn(api, token);
    await signIn(email, PASSWORD, '198.51.100.7');
    for (const secret of [token, PASSWORD, cookie.split('=')[1] ?? '']) {
      expect(secret).not.toBe('');
      expect(api.logged()).not.toContain(secret);
    }
  });
});

describe('the cookie', () => {
  it('cannot be read by scripts, and is not sent by other websites', async () => {
    const { token } = await invited(api, organisation, 'viewer');
    const [cookie = ''] = (await post(api, '/v1/auth/sign-in/link', { token })).headers.getSetCookie();
    expect(cookie).toMatch(/^bundlewire\.session_token=[^;]+;/);
    for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(attribute);
    expect(cookie).not.toContain('Domain=');
  });

  it('over https has the prefix __Host- and Secure', async () => {
    const { token } = await invited(api, organisation, 'viewer');
    const secret = randomBytes(32).toString('base64');
    const people = createPeople({ pool: api.pool, secret, publicUrl: 'https://api.example.com' });
    const session = await people.signInWithLink(token, { address: '198.51.100.1', userAgent: 'test' });
    const [cookie = ''] = session?.cookies ?? [];
    expect(cookie).toMatch(/^__Host-bundlewire\.session_token=/);
    expect(cookie).toContain('Secure');
    expect(people.carriesSession(cookie)).toBe(true);
  });
});
