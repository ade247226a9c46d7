import { randomBytes } from 'node:crypto';
import { hashPassword as hashFormer } from 'better-auth/crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrganisationId } from '../../../domain/ids.ts';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';
import { invalid, refusalOf } from '../../support/api/refusal.ts';
import {
  browse,
  cookieOf,
  invited,
  organisationOf,
  PASSWORD,
  post,
  signedInAs,
} from '../../support/people/fixture.ts';

let api: ApiFixture;
let organisation: OrganisationId;

beforeAll(async () => {
  api = await startApi();
  organisation = await organisationOf(api, api.client.accountId);
});
afterAll(() => api.close());

const setPassword = (cookie: string, body: object) =>
  browse(api, '/v1/auth/password', { method: 'PUT', body, cookie });
const signIn = (email: string, password: string, cookie?: string) =>
  post(api, '/v1/auth/sign-in', { email, password }, cookie);

async function withPassword(password = PASSWORD) {
  const person = await signedInAs(api, organisation, 'viewer');
  expect((await setPassword(person.cookie, { new_password: password })).status).toBe(204);
  return person;
}

/** Makes the record of passwords fail, as a database may that is full. */
async function whileNoRecord(work: () => Promise<void>): Promise<void> {
  await api.pool.query(
    `ALTER TABLE audit_log ADD CONSTRAINT no_passwords CHECK (action <> 'password_set') NOT VALID`,
  );
  try {
    await work();
  } finally {
    await api.pool.query('ALTER TABLE audit_log DROP CONSTRAINT no_passwords');
  }
}

describe('a new password', () => {
  it('is not set without its record and its mail: if one of them fails, nothing was changed', async () => {
    const next = 'eleven copper lanterns drift';
    const { cookie, email } = await withPassword();
    const fresh = await signedInAs(api, organisation, 'viewer');
    const mails = `SELECT FROM person_mails WHERE kind = 'password_changed'`;
    const before = (await api.pool.query(mails)).rowCount;
    const change = () => setPassword(cookie, { current_password: PASSWORD, new_password: next });
    await whileNoRecord(async () => {
      expect((await change()).status).toBe(500);
      expect((await setPassword(fresh.cookie, { new_password: next })).status).toBe(500);
    });
    expect((await browse(api, '/v1/auth/sessions', { cookie })).status).toBe(200);
    expect((await signIn(email, next)).status).toBe(401);
    expect((await signIn(fresh.email, next)).status).toBe(401);
    expect((await api.pool.query(mails)).rowCount).toBe(before);
    expect((await change()).status).toBe(204);
    expect((await signIn(email, next)).status).toBe(200);
  });

  it('that two sessions set at the same time is set by one of them, and the other is refused', async () => {
    const { email, cookie } = await withPassword();
    const other = cookieOf(await signIn(email, PASSWORD));
    await api.pool.query(`UPDATE auth_sessions SET updated_at = updated_at - interval '2 minutes'`);
    const [first, second] = await Promise.all(
      [cookie, other].map((each, nth) =>
        setPassword(each, { current_password: PASSWORD, new_password: `eleven copper lanterns ${nth}` }),
      ),
    );
    // The second one no longer knows the current password, or its session has ended.
    expect([first?.status, second?.status].toSorted()).toEqual([
      204,
      expect.toSatisfy((it) => it === 400 || it === 401),
    ]);
  });

  it.each([
    ['64 characters with spaces', `${'many words and  spaces '.repeat(2)}in one password`],
    ['128 characters', randomBytes(64).toString('hex')],
    ['emoji and letters of every language', '🐘🌍🎈🚲🍋🎻夏日海風ÿß'],
  ])('may have %s, and counts to its last character', async (_what, password) => {
    const { email } = await withPassword(password);
    expect((await signIn(email, password.slice(0, -1))).status).toBe(401);
    expect((await signIn(email, password)).status).toBe(200);
  });

  it.each(['🙂🙃🙂🙃🙂🙃', 'a           b', 'x'.repeat(129)])(
    'is refused for its length: %s',
    async (wrong) => {
      const { cookie } = await signedInAs(api, organisation, 'viewer');
      expect(refusalOf(await setPassword(cookie, { new_password: wrong }))).toEqual(invalid('new_password'));
    },
  );

  it.each(['Password1234!', '123456789012', 'qwertyuiop123', 'Bundlewire2026', 'abcabcabcabc'])(
    'that programs guess first is refused, with what to do: %s',
    async (wrong) => {
      const { cookie } = await signedInAs(api, organisation, 'viewer');
      const answer = await setPassword(cookie, { new_password: wrong });
      expect(refusalOf(answer)).toEqual(invalid('new_password'));
      expect(answer.text).toContain('Use four unrelated words');
    },
  );
});

it('never ends, and may be one that the person had before', async () => {
  const { email, cookie } = await withPassword();
  const change = { current_password: PASSWORD, new_password: 'another long password' };
  const changed = cookieOf(await setPassword(cookie, change));
  const back = { current_password: change.new_password, new_password: PASSWORD };
  expect((await setPassword(changed, back)).status).toBe(204);
  await api.pool.query("UPDATE auth_credentials SET created_at = 'epoch', updated_at = 'epoch'");
  expect((await signIn(email, PASSWORD)).status).toBe(200);
});

describe('a stored password', () => {
  it('is a scrypt hash of 64 MB with a random salt: the same password is stored differently each time', async () => {
    const stored = await Promise.all(
      [withPassword(), withPassword()].map(async (each) => hashOf((await each).email)),
    );
    for (const hash of stored) expect(hash).toMatch(/^scrypt:16:8:1:[0-9a-f]{32}:[0-9a-f]{64}$/);
    expect(new Set(stored.map((hash) => hash.split(':')[4])).size).toBe(2);
    expect(new Set(stored.map((hash) => hash.split(':')[5])).size).toBe(2);
  });

  it('in the form of the previous version still signs in', async () => {
    const { email } = await withPassword();
    await api.pool.query(
      'UPDATE auth_credentials SET password = $2 WHERE person_id = (SELECT id FROM auth_people WHERE email = $1)',
      [email, await hashFormer(PASSWORD)],
    );
    expect((await signIn(email, `${PASSWORD}x`)).status).toBe(401);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  });
});

describe('every sign-in', () => {
  it('makes a new session of 128 bits or more, and does not continue one that the browser brings', async () => {
    const { email, cookie } = await withPassword();
    const again = await invited(api, organisation, 'viewer', email);
    const answers = [
      await signIn(email, PASSWORD, cookie),
      await post(api, '/v1/auth/sign-in/link', { token: again.token }, cookie),
    ];
    const tokens = [cookie, ...answers.map(cookieOf)].map((each) => each.split('=')[1]?.split('.')[0] ?? '');
    expect(new Set(tokens).size).toBe(3);
    // 32 letters and digits are 190 bits.
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9]{32}$/);
  });

  it('shows its session only in the cookie: not in the answer, and not in an address', async () => {
    const { email } = await withPassword();
    const answer = await signIn(email, PASSWORD);
    const token = cookieOf(answer).split('=')[1]?.split('.')[0] ?? '';
    expect(answer.text).not.toContain(token);
    expect(answer.headers.get('location')).toBeNull();
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const inAddress = await browse(api, `/v1/balance?session_token=${token}`);
    expect(inAddress.status).toBe(401);
  });
});

async function hashOf(email: string): Promise<string> {
  const { rows } = await api.pool.query<{ password: string }>(
    'SELECT password FROM auth_credentials c JOIN auth_people p ON p.id = c.person_id WHERE p.email = $1',
    [email],
  );
  return rows[0]?.password ?? '';
}
