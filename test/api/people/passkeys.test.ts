import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { removeFactor } from '../../../db/people/second-factors.ts';
import { type OrganisationId, uuidOf } from '../../../domain/ids.ts';
import { findRelyingParty } from '../../../services/people/passkeys/relying-party.ts';
import type { ApiFixture } from '../../support/api/fixture.ts';
import { type Answer, order } from '../../support/api/http.ts';
import { invalid, refusalOf } from '../../support/api/refusal.ts';
import { codeOf } from '../../support/people/authenticator.ts';
import {
  ACTOR,
  browse,
  cookieOf,
  invited,
  organisationOf,
  post,
  sessionOf,
  signedIn,
  signedInAs,
} from '../../support/people/fixture.ts';
import { sendMails } from '../../support/people/mails.ts';
import { PasskeyDevice } from '../../support/people/passkey-device.ts';
import {
  add,
  optionsOf,
  passkeysOf,
  signIn,
  startNamedApi,
  withPasskey,
} from '../../support/people/passkeys.ts';

const REFUSED = { status: 401, code: 'not_signed_in', retryable: false };
const STALE = { status: 403, code: 'permission_denied', retryable: false };

let api: ApiFixture;
let organisation: OrganisationId;

beforeAll(async () => {
  api = await startNamedApi();
  organisation = await organisationOf(api, api.client.accountId);
});
afterAll(() => api.close());

const signedInAgain = async (email: string) =>
  signedIn(api, (await invited(api, organisation, 'owner', email)).token);

describe('a passkey', () => {
  it('signs in, counts as both factors, and is listed with its last use', async () => {
    const { device, personId, cookie } = await withPasskey(api, organisation);
    expect(await passkeysOf(api, cookie)).toMatchObject([{ name: 'Phone', last_used_at: null }]);

    const answer = await signIn(api, device, { userHandle: personId });
    expect(answer.status).toBe(200);
    expect(sessionOf(answer).person.id).toBe(personId);
    const session = cookieOf(answer);
    expect((await post(api, '/v1/purchases', order(), session)).status).toBe(201);
    expect((await passkeysOf(api, session))[0]?.last_used_at).not.toBeNull();
  });

  it('makes a session of a password or link pending, and completes it', async () => {
    const { device, email } = await withPasskey(api, organisation);
    const cookie = await signedInAgain(email);
    expect(refusalOf(await browse(api, '/v1/balance', { cookie }))).toEqual(REFUSED);
    const { challenge } = await optionsOf(api, 'second-factor/passkey', cookie);
    const body = { credential: device.sign({ challenge }) };
    expect((await post(api, '/v1/auth/second-factor/passkey', body, cookie)).status).toBe(200);
    expect((await post(api, '/v1/purchases', order(), cookie)).status).toBe(201);
  });

  it('of a device that does not count works more than once', async () => {
    const person = await signedInAs(api, organisation, 'owner');
    const device = new PasskeyDevice(api.baseUrl);
    expect((await add(api, person.cookie, device, { counter: 0 })).status).toBe(201);
    for (const _ of [1, 2]) expect((await signIn(api, device, { counter: 0 })).status).toBe(200);
  });

  it('ends the session that it replaces', async () => {
    const { device, cookie } = await withPasskey(api, organisation);
    const { challenge, cookie: browser } = await optionsOf(api, 'sign-in/passkey', cookie);
    const body = { credential: device.sign({ challenge }) };
    expect((await post(api, '/v1/auth/sign-in/passkey', body, browser)).status).toBe(200);
    expect(refusalOf(await browse(api, '/v1/balance', { cookie }))).toEqual(REFUSED);
  });

  it('is added and removed on record', async () => {
    const { cookie, passkeyId, personId } = await withPasskey(api, organisation);
    await browse(api, `/v1/auth/passkeys/${passkeyId}`, { method: 'DELETE', cookie });
    const { rows } = await api.pool.query(
      'SELECT action, principal_id FROM audit_log WHERE subject = $1 ORDER BY seq',
      [passkeyId],
    );
    expect(rows).toEqual([
      { action: 'passkey_add', principal_id: personId },
      { action: 'passkey_remove', principal_id: personId },
    ]);
  });
});

describe('adding a passkey', () => {
  it('needs a sign-in or a second factor of the last ten minutes, as removing does', async () => {
    const { cookie, personId, passkeyId } = await withPasskey(api, organisation);
    const age = (column: string) =>
      api.pool.query(
        `UPDATE auth_sessions SET ${column} = ${column} - interval '11 minutes' WHERE person_id = $1`,
        [uuidOf('per', personId)],
      );
    await age('second_factor_at');
    for (const [method, path] of [
      ['POST', 'passkeys/options'],
      ['DELETE', `passkeys/${passkeyId}`],
    ] as const)
      expect(refusalOf(await browse(api, `/v1/auth/${path}`, { method, cookie }))).toEqual(STALE);

    const without = await signedInAs(api, organisation, 'viewer');
    await api.pool.query(
      "UPDATE auth_sessions SET created_at = created_at - interval '11 minutes' WHERE person_id = $1",
      [uuidOf('per', without.personId)],
    );
    const answer = await post(api, '/v1/auth/passkeys/options', {}, without.cookie);
    expect(refusalOf(answer)).toEqual(STALE);
  });

  it('needs no more than an app and a first password need', async () => {
    const { cookie, personId } = await signedInAs(api, organisation, 'viewer');
    await api.pool.query(
      "UPDATE auth_sessions SET created_at = created_at - interval '11 minutes' WHERE person_id = $1",
      [uuidOf('per', personId)],
    );
    const body = { new_password: 'a long and uncommon phrase 7' };
    for (const answer of [
      await post(api, '/v1/auth/second-factor', {}, cookie),
      await browse(api, '/v1/auth/second-factor', { method: 'DELETE', cookie }),
      await browse(api, '/v1/auth/password', { method: 'PUT', cookie, body }),
    ])
      expect(refusalOf(answer)).toEqual(STALE);
  });

  it('mails its person when it is added, and when it is removed', async () => {
    await sendMails(api);
    const { cookie, email, passkeyId } = await withPasskey(api, organisation);
    const path = `/v1/auth/passkeys/${passkeyId}`;
    expect((await browse(api, path, { method: 'DELETE', cookie })).status).toBe(204);
    const changed = { kind: 'passkey_changed', to: email, link: null };
    expect(await sendMails(api)).toMatchObject([
      { ...changed, facts: { change: 'added', name: expect.any(String) } },
      { ...changed, facts: { change: 'removed' } },
    ]);
  });

  it('needs no session whose second factor is pending', async () => {
    const { email } = await withPasskey(api, organisation);
    const cookie = await signedInAgain(email);
    expect(refusalOf(await post(api, '/v1/auth/passkeys/options', {}, cookie))).toEqual(REFUSED);
  });

  it('refuses an answer of another session, of another website, without verification, and a repeated one', async () => {
    const [mine, theirs] = [
      await signedInAs(api, organisation, 'owner'),
      await signedInAs(api, organisation, 'owner'),
    ];
    const refused = invalid('credential');
    const { challenge } = await optionsOf(api, 'passkeys', theirs.cookie);
    const body = { name: 'Phone', credential: new PasskeyDevice(api.baseUrl).make({ challenge }) };
    expect(refusalOf(await post(api, '/v1/auth/passkeys', body, mine.cookie))).toEqual(refused);
    expect((await post(api, '/v1/auth/passkeys', body, theirs.cookie)).status).toBe(201);
    expect(refusalOf(await post(api, '/v1/auth/passkeys', body, theirs.cookie))).toEqual(refused);

    const device = new PasskeyDevice(api.baseUrl);
    for (const fault of [{ origin: 'https://bundlewire.example' }, { isVerified: false }])
      expect(refusalOf(await add(api, mine.cookie, device, fault))).toEqual(refused);
    expect(await passkeysOf(api, mine.cookie)).toEqual([]);
  });

  it('is possible ten times', async () => {
    const { cookie } = await signedInAs(api, organisation, 'viewer');
    const answers: Answer[] = [];
    for (let nth = 0; nth < 11; nth += 1)
      answers.push(await add(api, cookie, new PasskeyDevice(api.baseUrl)));
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(10).fill(201), 400]);
  });

  it('works only at a name: not at an IP address, and not over http', () => {
    const parties = [
      ['https://api.example.com/base', 'x'],
      ['http://api.example.com', 'x'],
      ['https://192.0.2.1', 'x'],
      ['https://[2001:db8::1]', 'x'],
      [null, 'localhost:8080'],
      [null, 'evil.example'],
      [null, undefined],
    ] as const;
    expect(parties.map(([publicUrl, host]) => findRelyingParty(publicUrl, host))).toEqual([
      { id: 'api.example.com', origin: 'https://api.example.com' },
      null,
      null,
      null,
      { id: 'localhost', origin: 'http://localhost:8080' },
      null,
      null,
    ]);
  });
});

describe('removing a passkey', () => {
  it('ends the other sessions of the person, and keeps this one', async () => {
    const { cookie, device, passkeyId } = await withPasskey(api, organisation);
    const other = cookieOf(await signIn(api, device));
    const path = `/v1/auth/passkeys/${passkeyId}`;
    expect((await browse(api, path, { method: 'DELETE', cookie })).status).toBe(204);
    expect(refusalOf(await browse(api, '/v1/balance', { cookie: other }))).toEqual(REFUSED);
    expect(await passkeysOf(api, cookie)).toEqual([]);
    expect(refusalOf(await browse(api, path, { method: 'DELETE', cookie })).code).toBe('not_found');
  });

  it('of another person is refused', async () => {
    const { passkeyId, device } = await withPasskey(api, organisation);
    const { cookie } = await withPasskey(api, organisation);
    const answer = await browse(api, `/v1/auth/passkeys/${passkeyId}`, { method: 'DELETE', cookie });
    expect(refusalOf(answer).code).toBe('not_found');
    expect((await signIn(api, device)).status).toBe(200);
  });

  it('happens when an operator resets the second factor', async () => {
    const { device, personId, cookie } = await withPasskey(api, organisation);
    expect(await removeFactor(api.pool, personId, ACTOR)).toBe(true);
    expect(refusalOf(await browse(api, '/v1/balance', { cookie }))).toEqual(REFUSED);
    expect(refusalOf(await signIn(api, device))).toEqual(REFUSED);
  });
});

it('an app and a passkey each complete a sign-in, and the page knows which there are', async () => {
  const { cookie, device, email } = await withPasskey(api, organisation);
  const { secret } = z
    .object({ secret: z.string() })
    .parse(JSON.parse((await browse(api, '/v1/auth/second-factor', { method: 'POST', cookie })).text));
  await post(api, '/v1/auth/second-factor/confirm', { code: codeOf(secret) }, cookie);
  const again = await signedInAgain(email);
  const passed = await post(api, '/v1/auth/second-factor/verify', { code: codeOf(secret, 1) }, again);
  expect(JSON.parse(passed.text)).toMatchObject({ session: { has_authenticator_app: true } });
  expect((await signIn(api, device)).status).toBe(200);
});
