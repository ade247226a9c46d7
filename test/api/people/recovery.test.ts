import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countRecovery, RECOVERIES_PER_HOUR } from '../../../db/people/sign-ins/recovery.ts';
import type { OrganisationId } from '../../../domain/ids.ts';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';
import { refusalOf } from '../../support/api/refusal.ts';
import {
  browse,
  cookieOf,
  invited,
  newEmail,
  organisationOf,
  PASSWORD,
  post,
  signedIn,
  signedInAs,
  trustedAs,
} from '../../support/people/fixture.ts';
import { mailedToken, sendMails } from '../../support/people/mails.ts';

const NEXT = 'eleven copper lanterns drift';

let api: ApiFixture;
let organisation: OrganisationId;

beforeAll(async () => {
  api = await startApi();
  organisation = await organisationOf(api, api.client.accountId);
});
beforeEach(async () => {
  await sendMails(api);
  await api.pool.query('DELETE FROM sign_in_attempts');
  await api.pool.query('DELETE FROM recovery_requests');
});
afterAll(() => api.close());

const forget = (email: string) => post(api, '/v1/auth/password/forgotten', { email });
const open = (token: string) => post(api, '/v1/auth/sign-in/link', { token });
const setPassword = (cookie: string, body: object) =>
  browse(api, '/v1/auth/password', { method: 'PUT', body, cookie });
const signIn = (email: string, password: string) => post(api, '/v1/auth/sign-in', { email, password });

/** A person who has a password, and the cookie of a session. */
async function withPassword() {
  const person = await signedInAs(api, organisation, 'viewer');
  expect((await setPassword(person.cookie, { new_password: PASSWORD })).status).toBe(204);
  await sendMails(api);
  return person;
}

describe('a forgotten password', () => {
  it('is replaced with a link that is mailed, which ends the other sessions', async () => {
    const person = await withPassword();
    expect((await forget(person.email.toUpperCase())).status).toBe(204);
    const answer = await open(await mailedToken(api, person.email));
    expect(JSON.parse(answer.text).session.may_replace_password).toBe(true);
    expect((await setPassword(cookieOf(answer), { new_password: NEXT })).status).toBe(204);
    expect((await signIn(person.email, PASSWORD)).status).toBe(401);
    expect((await signIn(person.email, NEXT)).status).toBe(200);
    expect((await browse(api, '/v1/auth/sessions', { cookie: person.cookie })).status).toBe(401);
    expect(await sendMails(api)).toMatchObject([{ kind: 'password_changed', to: person.email }]);
  });

  it('is answered the same if no one has the address, and then mails no one', async () => {
    const person = await withPassword();
    const [known, unknown] = [await forget(person.email), await forget(newEmail())];
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    expect(await sendMails(api)).toHaveLength(1);
  });

  it('has a link that works once, within 30 minutes', async () => {
    const person = await withPassword();
    await forget(person.email);
    const token = await mailedToken(api, person.email);
    const answers = await Promise.all([open(token), open(token)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    await forget(person.email);
    const late = await mailedToken(api, person.email);
    await api.pool.query(`UPDATE person_mails SET at = at - interval '30 minutes' WHERE kind = 'recovery'`);
    expect(refusalOf(await open(late))).toMatchObject({ status: 401, code: 'not_signed_in' });
  });

  it('is mailed at most three times an hour, and one address must wait after five requests', async () => {
    const person = await withPassword();
    const statuses: number[] = [];
    // Each wait is twice the one before: sooner or later a request comes too early, however slow the machine is.
    while (!statuses.includes(429)) statuses.push((await forget(person.email)).status);
    expect(statuses.slice(0, 5)).toEqual([204, 204, 204, 204, 204]);
    expect(await sendMails(api)).toHaveLength(3);
  });

  it('is asked for at most 30 times an hour from one address, at all processes together', async () => {
    const source = '127.0.0.1';
    // Two processes have separate connections, and share nothing but the database.
    const processes = [api.pools.reads, api.pools.files];
    const counted = await Promise.all(
      Array.from({ length: 3 * RECOVERIES_PER_HOUR }, (_, nth) =>
        countRecovery(processes[nth % 2] ?? api.pool, source),
      ),
    );
    expect(counted.filter((waitMs) => waitMs === 0)).toHaveLength(RECOVERIES_PER_HOUR);
    const answer = await forget(newEmail());
    expect(refusalOf(answer)).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect(await countRecovery(api.pool, '192.0.2.7')).toBe(0);
    await api.pool.query(`UPDATE recovery_requests SET since = since - interval '1 hour'`);
    expect((await forget(newEmail())).status).toBe(204);
  });

  it('does not pass the second factor', async () => {
    const person = await trustedAs(api, organisation, 'owner');
    expect((await setPassword(person.cookie, { new_password: PASSWORD })).status).toBe(204);
    await forget(person.email);
    const answer = await open(await mailedToken(api, person.email));
    expect(JSON.parse(answer.text).session.second_factor).toBe('pending');
    expect((await setPassword(cookieOf(answer), { new_password: NEXT })).status).toBe(401);
  });

  it('can be replaced soon after a sign-in link, and not later or after a password', async () => {
    const person = await withPassword();
    const link = await signedIn(api, (await invited(api, organisation, 'viewer', person.email)).token);
    const known = cookieOf(await signIn(person.email, PASSWORD));
    expect(refusalOf(await setPassword(known, { new_password: NEXT }))).toMatchObject({
      status: 400,
      param: 'current_password',
    });
    await api.pool.query(`UPDATE auth_sessions SET created_at = created_at - interval '11 minutes'`);
    expect((await setPassword(link, { new_password: NEXT })).status).toBe(400);
    await api.pool.query(`UPDATE auth_sessions SET created_at = created_at + interval '11 minutes'`);
    expect((await setPassword(link, { new_password: NEXT })).status).toBe(204);
  });
});
