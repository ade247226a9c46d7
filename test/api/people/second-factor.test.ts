import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { removeFactor } from '../../../db/people/second-factors.ts';
import type { OrganisationId } from '../../../domain/ids.ts';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';
import { order } from '../../support/api/http.ts';
import { refusalOf } from '../../support/api/refusal.ts';
import { codeOf } from '../../support/people/authenticator.ts';
import {
  ACTOR,
  browse,
  invited,
  organisationOf,
  post,
  sessionOf,
  signedIn,
  signedInAs,
} from '../../support/people/fixture.ts';

const WRONG = { status: 401, code: 'not_signed_in', param: 'code', retryable: false };
const PENDING = { status: 401, code: 'not_signed_in', retryable: false };

let api: ApiFixture;
let organisation: OrganisationId;

beforeAll(async () => {
  api = await startApi();
  organisation = await organisationOf(api, api.client.accountId);
});
afterAll(() => api.close());

const send = (path: string, cookie: string, body: object) => post(api, `/v1/auth/${path}`, body, cookie);

async function begin(cookie: string): Promise<string> {
  const answer = await browse(api, '/v1/auth/second-factor', { method: 'POST', cookie });
  const { uri, secret } = z.object({ uri: z.string(), secret: z.string() }).parse(JSON.parse(answer.text));
  expect(uri).toMatch(/^otpauth:\/\/totp\/Bundlewire:/);
  return secret;
}

/** A person with a second factor, in the session in which it was set up. The code of this period is used. */
async function withFactor(role: 'approver' | 'owner' = 'owner') {
  const person = await signedInAs(api, organisation, role);
  const secret = await begin(person.cookie);
  const firstCode = codeOf(secret);
  const answer = await send('second-factor/confirm', person.cookie, { code: firstCode });
  const { recovery_codes } = z.object({ recovery_codes: z.array(z.string()) }).parse(JSON.parse(answer.text));
  return { ...person, secret, firstCode, recoveryCodes: recovery_codes };
}

async function signedInAgain(email: string): Promise<string> {
  return signedIn(api, (await invited(api, organisation, 'owner', email)).token);
}

describe('a person who can spend money', () => {
  it('only reads without a second factor, and buys with one', async () => {
    const person = await signedInAs(api, organisation, 'owner');
    expect(refusalOf(await post(api, '/v1/purchases', order(), person.cookie)).code).toBe(
      'permission_denied',
    );
    const secret = await begin(person.cookie);
    expect((await post(api, '/v1/purchases', order(), person.cookie)).status).toBe(403);
    await send('second-factor/confirm', person.cookie, { code: codeOf(secret) });
    expect((await post(api, '/v1/purchases', order(), person.cookie)).status).toBe(201);
  });

  it('may do nothing in a new session before its code, and everything after it', async () => {
    const { email, secret } = await withFactor();
    const cookie = await signedInAgain(email);
    for (const path of ['/v1/balance', '/v1/auth/sessions'])
      expect(refusalOf(await browse(api, path, { cookie }))).toEqual(PENDING);
    const session = sessionOf(await browse(api, '/v1/auth/session', { cookie }));
    expect(session.accounts[0]?.rights).toEqual([]);

    const passed = await send('second-factor/verify', cookie, { code: codeOf(secret, 1) });
    expect(sessionOf(passed).accounts[0]?.rights).toContain('purchases:create');
    expect((await post(api, '/v1/purchases', order(), cookie)).status).toBe(201);
  });
});

describe('a code', () => {
  it('works once: not again, and not in another session', async () => {
    const { email, secret } = await withFactor();
    const [first, second] = [await signedInAgain(email), await signedInAgain(email)];
    const code = codeOf(secret, 1);
    expect((await send('second-factor/verify', first, { code })).status).toBe(200);
    expect(refusalOf(await send('second-factor/verify', second, { code }))).toEqual(WRONG);
    expect(refusalOf(await send('second-factor/verify', first, { code }))).toEqual(WRONG);
  });

  it('that two requests send together works in one of them', async () => {
    const { email, secret } = await withFactor();
    const cookies = [await signedInAgain(email), await signedInAgain(email)];
    const code = codeOf(secret, 1);
    const answers = await Promise.all(
      cookies.map((cookie) => send('second-factor/verify', cookie, { code })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  it('of an earlier period than the last one used, or of another time, is refused', async () => {
    const { email, secret, firstCode } = await withFactor();
    const cookie = await signedInAgain(email);
    for (const code of [firstCode, codeOf(secret, -4), codeOf(secret, 4)])
      expect(refusalOf(await send('second-factor/verify', cookie, { code }))).toEqual(WRONG);
  });

  it('that is guessed makes the person wait', async () => {
    const { email } = await withFactor();
    const cookie = await signedInAgain(email);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, nth) =>
        send('second-factor/verify', cookie, { code: String(nth).padStart(6, '0') }),
      ),
    );
    // Each wait is twice the one before, so ten are checked within half a minute at most.
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(10);
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(10);
  });
});

describe('recovery codes', () => {
  it('each pass one session, in any spelling', async () => {
    const { email, recoveryCodes } = await withFactor();
    expect(new Set(recoveryCodes).size).toBe(10);
    // Of 32 characters: 120 bits.
    for (const each of recoveryCodes) expect(each).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){5}$/);
    const code = (recoveryCodes[0] ?? '').toUpperCase().replaceAll('-', ' ');
    const cookie = await signedInAgain(email);
    expect((await send('second-factor/verify', cookie, { code })).status).toBe(200);
    expect(refusalOf(await send('second-factor/verify', await signedInAgain(email), { code }))).toEqual(
      WRONG,
    );
  });

  it('of one person do not pass another, and are stored as hashes', async () => {
    const [mine, theirs] = [await withFactor(), await withFactor()];
    const code = theirs.recoveryCodes[0] ?? '';
    const cookie = await signedInAgain(mine.email);
    expect(refusalOf(await send('second-factor/verify', cookie, { code }))).toEqual(WRONG);
    const { rows } = await api.pool.query('SELECT code_hash::text FROM recovery_codes');
    expect(JSON.stringify(rows)).not.toContain(code);
  });
});

describe('the factor', () => {
  it('is not replaced while there is one, by the person or with a new link', async () => {
    const { email, cookie } = await withFactor();
    const again = await browse(api, '/v1/auth/second-factor', { method: 'POST', cookie });
    expect(refusalOf(again).code).toBe('invalid_request');
    const pending = await signedInAgain(email);
    for (const method of ['POST', 'DELETE'])
      expect(refusalOf(await browse(api, '/v1/auth/second-factor', { method, cookie: pending }))).toEqual(
        PENDING,
      );
  });

  it('that was begun and not confirmed protects nothing, and its code passes nothing', async () => {
    const { cookie } = await signedInAs(api, organisation, 'owner');
    const secret = await begin(cookie);
    expect(refusalOf(await send('second-factor/verify', cookie, { code: codeOf(secret) }))).toEqual(WRONG);
    expect((await browse(api, '/v1/balance', { cookie })).status).toBe(200);
  });

  it('is stored encrypted', async () => {
    const { cookie } = await signedInAs(api, organisation, 'owner');
    const secret = await begin(cookie);
    const { rows } = await api.pool.query('SELECT sealed_secret FROM second_factors');
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('that is removed takes the right to spend from every session', async () => {
    const { cookie } = await withFactor();
    const removed = await browse(api, '/v1/auth/second-factor', { method: 'DELETE', cookie });
    expect(removed.status).toBe(204);
    expect((await post(api, '/v1/purchases', order(), cookie)).status).toBe(403);
    const again = await browse(api, '/v1/auth/second-factor', { method: 'DELETE', cookie });
    expect(refusalOf(again).code).toBe('not_found');
  });

  it('that an operator removes ends every session of the person', async () => {
    const { cookie, personId } = await withFactor();
    expect(await removeFactor(api.pool, personId, ACTOR)).toBe(true);
    expect(refusalOf(await browse(api, '/v1/balance', { cookie }))).toEqual(PENDING);
  });
});
