import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OrganisationId } from '../../../domain/ids.ts';
import type { ApiFixture } from '../../support/api/fixture.ts';
import type { Answer } from '../../support/api/http.ts';
import { refusalOf } from '../../support/api/refusal.ts';
import { browse, invited, organisationOf, post, signedIn } from '../../support/people/fixture.ts';
import { PasskeyDevice } from '../../support/people/passkey-device.ts';
import { optionsOf, signIn, startNamedApi, withPasskey } from '../../support/people/passkeys.ts';

const REFUSED = { status: 401, code: 'not_signed_in', retryable: false };

let api: ApiFixture;
let organisation: OrganisationId;

beforeAll(async () => {
  api = await startNamedApi();
  organisation = await organisationOf(api, api.client.accountId);
});
afterAll(() => api.close());

/** Why the API refused a passkey, newest first. */
async function refusals(subject: string): Promise<string[]> {
  const { rows } = await api.pool.query<{ why: string }>(
    `SELECT after ->> 'why' AS why FROM audit_log WHERE action = 'refused_passkey' AND subject = $1 ORDER BY seq DESC`,
    [subject],
  );
  return rows.map(({ why }) => why);
}

/** Each case has a separate passkey, because the same refusal is recorded once a minute. */
async function expectRecorded(answer: Answer, passkeyId: string, why: string): Promise<void> {
  expect(refusalOf(answer)).toEqual(REFUSED);
  await vi.waitUntil(async () => (await refusals(passkeyId)).length > 0, 20_000);
  expect(await refusals(passkeyId)).toEqual([why]);
}

const signedInAgain = async (email: string) =>
  signedIn(api, (await invited(api, organisation, 'owner', email)).token);

describe('an answer of a device is refused, on record, if', () => {
  it('it is sent again', async () => {
    const { device, passkeyId } = await withPasskey(api, organisation);
    const { challenge, cookie } = await optionsOf(api, 'sign-in/passkey');
    const body = { credential: device.sign({ challenge }) };
    expect((await post(api, '/v1/auth/sign-in/passkey', body, cookie)).status).toBe(200);
    await expectRecorded(await post(api, '/v1/auth/sign-in/passkey', body, cookie), passkeyId, 'challenge');
  });

  it('two requests send it together: one signs in', async () => {
    const { device } = await withPasskey(api, organisation);
    const { challenge, cookie } = await optionsOf(api, 'sign-in/passkey');
    const body = { credential: device.sign({ challenge }) };
    const answers = await Promise.all(
      [1, 2, 3].map(() => post(api, '/v1/auth/sign-in/passkey', body, cookie)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
  });

  it('another website asked for it, and it uses up the challenge', async () => {
    const { device, passkeyId } = await withPasskey(api, organisation);
    const { challenge, cookie } = await optionsOf(api, 'sign-in/passkey');
    const send = (origin?: string) =>
      post(
        api,
        '/v1/auth/sign-in/passkey',
        { credential: device.sign({ challenge }, origin === undefined ? {} : { origin }) },
        cookie,
      );
    await expectRecorded(await send('https://bundlewire.example'), passkeyId, 'origin');
    expect(refusalOf(await send())).toEqual(REFUSED);
  });

  it('no passkey is known that made it', async () => {
    const device = new PasskeyDevice(api.baseUrl);
    await expectRecorded(await signIn(api, device), 'passkey', 'unknown_passkey');
  });

  it('its passkey was removed', async () => {
    const { device, cookie, passkeyId } = await withPasskey(api, organisation);
    await browse(api, `/v1/auth/passkeys/${passkeyId}`, { method: 'DELETE', cookie });
    await expectRecorded(await signIn(api, device), passkeyId, 'removed_passkey');
  });

  it('its challenge has ended', async () => {
    const { device, passkeyId } = await withPasskey(api, organisation);
    const { challenge, cookie } = await optionsOf(api, 'sign-in/passkey');
    await api.pool.query("UPDATE passkey_challenges SET expires_at = now() - interval '1 second'");
    const body = { credential: device.sign({ challenge }) };
    await expectRecorded(await post(api, '/v1/auth/sign-in/passkey', body, cookie), passkeyId, 'challenge');
  });

  it('another browser began the sign-in', async () => {
    const { device, passkeyId } = await withPasskey(api, organisation);
    const { challenge } = await optionsOf(api, 'sign-in/passkey');
    const { cookie } = await optionsOf(api, 'sign-in/passkey');
    const body = { credential: device.sign({ challenge }) };
    await expectRecorded(await post(api, '/v1/auth/sign-in/passkey', body, cookie), passkeyId, 'challenge');
    expect(refusalOf(await post(api, '/v1/auth/sign-in/passkey', body))).toEqual(REFUSED);
  });

  it('the challenge was made by the caller', async () => {
    const { device, passkeyId } = await withPasskey(api, organisation);
    const { cookie } = await optionsOf(api, 'sign-in/passkey');
    const body = { credential: device.sign({ challenge: randomBytes(32).toString('base64url') }) };
    await expectRecorded(await post(api, '/v1/auth/sign-in/passkey', body, cookie), passkeyId, 'challenge');
  });

  it('another key signed it', async () => {
    const { device, passkeyId } = await withPasskey(api, organisation);
    const thief = new PasskeyDevice(api.baseUrl);
    thief.credentialId.set(device.credentialId);
    await expectRecorded(await signIn(api, thief), passkeyId, 'signature');
  });

  it('the device did not verify the person', async () => {
    const { device, passkeyId } = await withPasskey(api, organisation);
    await expectRecorded(await signIn(api, device, { isVerified: false }), passkeyId, 'signature');
  });

  it('its counter did not rise, as when the key was copied', async () => {
    const { device, passkeyId } = await withPasskey(api, organisation);
    expect((await signIn(api, device, { counter: 7 })).status).toBe(200);
    await expectRecorded(await signIn(api, device, { counter: 7 }), passkeyId, 'counter');
  });

  it('the device made the passkey for another person', async () => {
    const { device, passkeyId } = await withPasskey(api, organisation);
    const { personId } = await withPasskey(api, organisation);
    await expectRecorded(await signIn(api, device, { userHandle: personId }), passkeyId, 'other_person');
  });

  it("it completes another person's sign-in", async () => {
    const { email } = await withPasskey(api, organisation);
    const { device, passkeyId } = await withPasskey(api, organisation);
    const cookie = await signedInAgain(email);
    const { challenge } = await optionsOf(api, 'second-factor/passkey', cookie);
    const body = { credential: device.sign({ challenge }) };
    const answer = await post(api, '/v1/auth/second-factor/passkey', body, cookie);
    await expectRecorded(answer, passkeyId, 'other_person');
    expect(refusalOf(await browse(api, '/v1/balance', { cookie }))).toEqual(REFUSED);
  });

  it('the challenge was for another purpose', async () => {
    const { device, email, passkeyId } = await withPasskey(api, organisation);
    const cookie = await signedInAgain(email);
    const { challenge, cookie: browser } = await optionsOf(api, 'sign-in/passkey', cookie);
    const body = { credential: device.sign({ challenge }) };
    const answer = await post(api, '/v1/auth/second-factor/passkey', body, browser);
    await expectRecorded(answer, passkeyId, 'challenge');
  });
});
