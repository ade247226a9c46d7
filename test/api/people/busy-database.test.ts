import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrganisationId } from '../../../domain/ids.ts';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';
import type { Answer } from '../../support/api/http.ts';
import { refusalOf } from '../../support/api/refusal.ts';
import { beginPatiently } from '../../support/database.ts';
import { browse, organisationOf, PASSWORD, post, signedInAs } from '../../support/people/fixture.ts';
import { untilWaiting } from '../../support/purchases/holding.ts';

const NEXT = 'eleven copper lanterns drift';

let api: ApiFixture;
let organisation: OrganisationId;

beforeAll(async () => {
  // So long each request waits in vain.
  api = await startApi({ connectSeconds: 5 });
  organisation = await organisationOf(api, api.client.accountId);
});
afterAll(() => api.close());

/** Runs requests while all connections for people are lent out: each of them waits in vain. */
async function whileBusy(requests: () => Promise<Answer[]>): Promise<Answer[]> {
  const { reads } = api.pools;
  const held = await Promise.all(Array.from({ length: reads.options.max ?? 0 }, () => reads.connect()));
  try {
    return await requests();
  } finally {
    for (const client of held) client.release();
  }
}

it('signing in and sessions answer 503 with Retry-After if PostgreSQL gives no connection in time', async () => {
  const { cookie, email } = await signedInAs(api, organisation, 'viewer');
  const body = { new_password: PASSWORD };
  const answers = await whileBusy(() =>
    Promise.all([
      post(api, '/v1/auth/sign-in', { email, password: PASSWORD }),
      post(api, '/v1/auth/sign-in/link', { token: 'made-up' }),
      post(api, '/v1/auth/password/forgotten', { email }),
      browse(api, '/v1/auth/session', { cookie }),
      browse(api, '/v1/auth/password', { method: 'PUT', body, cookie }),
    ]),
  );
  for (const answer of answers) {
    expect(refusalOf(answer)).toEqual({ status: 503, code: 'internal_error', retryable: true });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(answer.text).not.toMatch(/timeout|connect\b|pool/i);
  }
  expect((await browse(api, '/v1/auth/password', { method: 'PUT', body, cookie })).status).toBe(204);
  expect((await post(api, '/v1/auth/sign-in', { email, password: PASSWORD })).status).toBe(200);
});

/** As a client does after 503: the pool may have further connections of which it does not know yet that they have ended. */
async function retried(request: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await request();
    if (answer.status !== 503 || tries === 10) return answer;
  }
}

describe.each([
  ['is slow', 'pg_cancel_backend'],
  ['is away', 'pg_terminate_backend'],
])('if PostgreSQL %s within a request', (_, interrupt) => {
  it('signing in answers 503 with Retry-After, and not that the password is wrong', async () => {
    const { cookie, email } = await signedInAs(api, organisation, 'viewer');
    const body = { new_password: PASSWORD };
    expect((await browse(api, '/v1/auth/password', { method: 'PUT', body, cookie })).status).toBe(204);
    const answer = await whileLocked('auth_credentials', () =>
      post(api, '/v1/auth/sign-in', { email, password: PASSWORD }),
    );
    expect(refusalOf(answer)).toEqual({ status: 503, code: 'internal_error', retryable: true });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    const signIn = () => post(api, '/v1/auth/sign-in', { email, password: PASSWORD });
    expect((await retried(signIn)).status).toBe(200);
  });

  /** Interrupts the statement that waits for a table. */
  async function interruptWaiting(table: string): Promise<void> {
    for (;;) {
      const { rowCount } = await api.pool.query(
        `SELECT ${interrupt}(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event = 'relation' AND query LIKE '%${table}%'`,
      );
      if ((rowCount ?? 0) > 0) return;
    }
  }

  async function whileLocked(table: string, request: () => Promise<Answer>): Promise<Answer> {
    const holder = await api.pool.connect();
    try {
      await beginPatiently(holder);
      await holder.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      const answer = request();
      await interruptWaiting(table);
      return await answer;
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
  }

  /** Lets a request pass the check of its session, and then interrupts its read or change of sessions. */
  async function whileInterrupted(email: string, request: () => Promise<Answer>): Promise<Answer> {
    const [person, sessions] = await Promise.all([api.pool.connect(), api.pool.connect()]);
    try {
      await beginPatiently(person);
      await person.query('SELECT FROM auth_people WHERE email = $1 FOR UPDATE', [email]);
      const answer = request();
      await untilWaiting(api.pool);
      await beginPatiently(sessions);
      await sessions.query('LOCK TABLE auth_sessions IN ACCESS EXCLUSIVE MODE');
      await person.query('COMMIT');
      await interruptWaiting('auth_sessions');
      return await answer;
    } finally {
      await person.query('ROLLBACK');
      await sessions.query('ROLLBACK');
      person.release();
      sessions.release();
    }
  }

  it.each([
    ['a change', { current_password: PASSWORD, new_password: NEXT }],
    ['a first setting', { new_password: NEXT }],
  ])('%s of a password answers 503 with Retry-After, and changes nothing', async (kind, body) => {
    const { cookie, email } = await signedInAs(api, organisation, 'viewer');
    const set = (sent: object) => browse(api, '/v1/auth/password', { method: 'PUT', body: sent, cookie });
    if (kind === 'a change') expect((await set({ new_password: PASSWORD })).status).toBe(204);
    const answer = await whileInterrupted(email, () => set(body));
    expect(refusalOf(answer)).toEqual({ status: 503, code: 'internal_error', retryable: true });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    const signIn = () => post(api, '/v1/auth/sign-in', { email, password: NEXT });
    expect((await retried(signIn)).status).toBe(401);
    expect((await retried(() => set(body))).status).toBe(204);
  });
});

it('signing out answers 503 if the session could not be ended, and the session can be ended after that', async () => {
  const { cookie } = await signedInAs(api, organisation, 'viewer');
  const holder = await api.pool.connect();
  await beginPatiently(holder);
  await holder.query('LOCK TABLE auth_sessions IN SHARE MODE');
  const answer = browse(api, '/v1/auth/sign-out', { method: 'POST', cookie });
  await untilWaiting(api.pool);
  await api.pool.query(
    `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event = 'relation'`,
  );
  expect(refusalOf(await answer)).toEqual({ status: 503, code: 'internal_error', retryable: true });
  await holder.query('ROLLBACK');
  holder.release();
  expect((await browse(api, '/v1/auth/sessions', { cookie })).status).toBe(200);
  expect((await browse(api, '/v1/auth/sign-out', { method: 'POST', cookie })).status).toBe(204);
  expect((await browse(api, '/v1/auth/sessions', { cookie })).status).toBe(401);
});
