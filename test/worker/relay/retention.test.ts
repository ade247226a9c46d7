import type { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool } from '../../../db/pool.ts';
import { newUuid } from '../../../domain/crypto/new-id.ts';
import { uuidOf } from '../../../domain/ids.ts';
import { urlAs } from '../../../tools/stack/servers/roles.ts';
import { deleteOldData, forgetSignIns } from '../../../worker/relay/retention.ts';
import { type ApiFixture, settle, startApi } from '../../support/api/fixture.ts';
import { bought } from '../../support/api/http.ts';
import { expectBooksInOrder } from '../../support/api/refusal.ts';

const DELIVERY = { confirmedAt: new Date(), networkReference: null };
const DAYS = { callbacks: 90, answers: 30, lookups: 60, requests: 7 };

let api: ApiFixture;

beforeAll(async () => {
  api = await startApi();
  await api.pool.query(`
    INSERT INTO network_queues (queue, network_id, livemode, rate_per_second, burst, in_flight_max, tokens)
    VALUES ('network.net_mtn', 'net_mtn', true, 10, 10, 10, 10)`);
  const { id } = await bought(api);
  await settle(api, id, { kind: 'confirmed', delivery: DELIVERY });
  await addOldData(id);
});
afterAll(() => api.close());

/** One of each 91, 61 and 31 days old, and a new one. */
async function addOldData(purchase: string): Promise<void> {
  const { pool } = api;
  const subject = uuidOf('pur', `pur_${purchase.slice(4)}`);
  const { rows } = await pool.query<{ id: string }>({
    text: 'SELECT id FROM events WHERE subject_id = $1',
    values: [subject],
  });
  const event = rows[0]?.id;
  const delivery = newUuid();
  await pool.query({
    text: `INSERT INTO deliveries (id, event_id, endpoint_id, account_id, created_at)
           SELECT $2, id, $2, account_id, created_at FROM events WHERE id = $1`,
    values: [event, delivery],
  });
  for (const [index, days] of [91, 61, 31, 0].entries()) {
    const ago = `app_now() - interval '${days} days'`;
    await pool.query({
      text: `INSERT INTO gateway_callbacks (id, network_id, livemode, content_hash, body, headers, received_at)
             VALUES ($1, 'net_mtn', true, $2, '+2348031234567', '{}', ${ago})`,
      values: [newUuid(), Buffer.from([index])],
    });
    await pool.query({
      text: `INSERT INTO webhook_attempts (event_id, attempt, started_at, answer) VALUES ($1, $2, ${ago}, 'an answer')`,
      values: [event, index + 1],
    });
    await pool.query({
      text: `INSERT INTO delivery_attempts (delivery_id, attempt, endpoint_id, started_at, answer)
             VALUES ($1, $2, $1, ${ago}, 'an answer')`,
      values: [delivery, index + 1],
    });
    await pool.query({
      text: `INSERT INTO number_lookups (phone_number, network_id, looked_up_at, fresh_until) VALUES ($1, 'net_mtn', ${ago}, ${ago})`,
      values: [`+23480312345${index}0`],
    });
  }
}

/** Works with a pool that has the rights of the worker. */
async function asWorker(work: (pool: Pool) => Promise<void>): Promise<void> {
  const pool = createPool(urlAs('worker', api.databaseUrl), { max: 1, applicationName: 'test' });
  try {
    await work(pool);
  } finally {
    await pool.end();
  }
}

/** What is left of each, in days of age. */
async function left() {
  const ages = async (table: string, column: string, where = 'true') => {
    const { rows } = await api.pool.query<{ days: number }>(`
      SELECT round(extract(epoch FROM app_now() - ${column}) / 86400)::int AS days
        FROM ${table} WHERE ${where} ORDER BY 1`);
    return rows.map(({ days }) => days);
  };
  return {
    callbacks: await ages('gateway_callbacks', 'received_at'),
    answers: await ages('webhook_attempts', 'started_at', 'answer IS NOT NULL'),
    attempts: await ages('webhook_attempts', 'started_at'),
    clientAnswers: await ages('delivery_attempts', 'started_at', 'answer IS NOT NULL'),
    lookups: await ages('number_lookups', 'fresh_until'),
  };
}

const run = (retention: typeof DAYS, deleted: [string, number][] = []) =>
  deleteOldData({
    pools: { background: api.pool },
    retention,
    onDeleted: (what, rows) => deleted.push([what, rows]),
    log: pino({ level: 'silent' }),
  });

it('keeps everything with periods of 0', async () => {
  expect(await run({ callbacks: 0, answers: 0, lookups: 0, requests: 7 })).toBe('done');
  const all = [0, 31, 61, 91];
  expect(await left()).toEqual({
    callbacks: all,
    answers: all,
    attempts: all,
    clientAnswers: all,
    lookups: all,
  });
});

it('deletes what is older than its period, counts it, and touches no books', async () => {
  const deleted: [string, number][] = [];
  expect(await run(DAYS, deleted)).toBe('done');
  expect(await left()).toEqual({
    callbacks: [0, 31, 61],
    answers: [0],
    attempts: [0, 31, 61, 91],
    clientAnswers: [0],
    lookups: [0, 31],
  });
  expect(deleted).toEqual([
    ['callbacks', 1],
    ['answers', 6],
    ['lookups', 2],
  ]);
  expect(await run(DAYS, deleted)).toBe('done');
  expect(deleted.length).toBe(3);
  await expectBooksInOrder(api);
});

it('deletes old requests with the rights of the worker, and all of them if none are kept', async () => {
  for (const days of [8, 6, 0])
    await api.pool.query(`
      INSERT INTO request_log (id, account_id, at, method, path, status, duration_ms, principal_kind, principal_id, is_request_cut,
                               is_response_cut, mentions)
      SELECT gen_random_uuid(), gen_random_uuid(), date_trunc('milliseconds', app_now() - interval '${days} days'), 'GET',
             '/v1/balance', 200, 1, 'key', 'key', false, false, '{}'`);
  const stored = async () => {
    const { rows } = await api.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM request_log');
    return rows[0]?.n;
  };
  await asWorker(async (background) => {
    const log = pino({ level: 'silent' });
    const forever = { callbacks: 0, answers: 0, lookups: 0 };
    await deleteOldData({ pools: { background }, retention: { ...forever, requests: 7 }, log });
    expect(await stored()).toBe(2);
    await deleteOldData({ pools: { background }, retention: { ...forever, requests: 0 }, log });
    expect(await stored()).toBe(0);
  });
});

it('deletes a bounded number of rows per pass, and continues with the next', async () => {
  await api.pool.query(`
    INSERT INTO number_lookups (phone_number, network_id, looked_up_at, fresh_until)
    SELECT '+23481' || (10000000 + n), 'net_mtn', app_now() - interval '70 days', app_now() - interval '70 days'
      FROM generate_series(1, 2500) n`);
  const deleted: [string, number][] = [];
  expect(await run(DAYS, deleted)).toBe('later');
  expect(await run(DAYS, deleted)).toBe('done');
  expect(deleted).toEqual([
    ['lookups', 2_000],
    ['lookups', 500],
  ]);
});

it('deletes old invitations and mails to people, with the rights of the worker, and keeps those that count', async () => {
  const ago = (days: number) => `app_now() - interval '${days} days'`;
  await api.pool.query(`
    INSERT INTO organisations (id, name) VALUES (gen_random_uuid(), 'Old');
    INSERT INTO auth_people (id, email, name) VALUES (gen_random_uuid(), 'mailed@example.com', 'mailed');
    INSERT INTO recovery_requests (source, since, requests) VALUES ('192.0.2.1', ${ago(2)}, 30), ('192.0.2.2', ${ago(0)}, 30)`);
  const invitations = [
    ['withdrawn', ago(91), `'withdrawn'`, ago(91)],
    ['expired', ago(91), 'NULL', 'NULL'],
    ['late', ago(92), `'accepted'`, ago(89)],
    ['open', ago(-1), 'NULL', 'NULL'],
  ] as const;
  for (const [name, expires, outcome, ended] of invitations)
    await api.pool.query(`
      WITH invited AS (
        INSERT INTO invitations (id, organisation_id, email, role, invited_kind, invited_by, created_at, expires_at, outcome, ended_at)
        SELECT gen_random_uuid(), id, '${name}@example.com', 'viewer', 'key', 'key', ${ago(92)}, ${expires}, ${outcome}, ${ended}
          FROM organisations WHERE name = 'Old' RETURNING id
      )
      INSERT INTO person_mails (id, kind, invitation_id, facts, at) SELECT gen_random_uuid(), 'invitation', id, '{}', ${ago(92)} FROM invited`);
  for (const days of [31, 29])
    await api.pool.query(`
      INSERT INTO person_mails (id, kind, person_id, facts, at)
      SELECT gen_random_uuid(), 'new_device', id, '{"address": "${days}"}', ${ago(days)}
        FROM auth_people WHERE email = 'mailed@example.com'`);
  await asWorker(async (background) => {
    expect(await forgetSignIns({ pools: { background } })).toBe('done');
  });
  const { rows } = await api.pool.query(`
    SELECT (SELECT array_agg(email ORDER BY email) FROM invitations) AS invitations,
           (SELECT count(*)::int FROM person_mails WHERE invitation_id IS NOT NULL) AS mailed,
           (SELECT array_agg(facts ->> 'address') FROM person_mails WHERE person_id IS NOT NULL) AS mails,
           (SELECT array_agg(source) FROM recovery_requests) AS sources`);
  expect(rows).toEqual([
    {
      invitations: ['late@example.com', 'open@example.com'],
      mailed: 2,
      mails: ['29'],
      sources: ['192.0.2.2'],
    },
  ]);
});

it('deletes what ended sign-ins left, with the rights of the worker, and keeps what can still be used', async () => {
  const at = (days: number) => `app_now() - interval '${days} days'`;
  for (const [name, days] of [
    ['old', 2],
    ['open', -1],
  ] as const)
    await api.pool.query(`
      WITH person AS (
        INSERT INTO auth_people (id, email, name) VALUES (gen_random_uuid(), '${name}@example.com', '${name}') RETURNING id
      )
      INSERT INTO auth_sessions (id, person_id, token, expires_at) SELECT gen_random_uuid(), id, '${name}', ${at(days)} FROM person;
      INSERT INTO auth_verifications (id, identifier, value, expires_at) VALUES ('${name}', '${name}', '${name}', ${at(days)});
      INSERT INTO sign_in_attempts (source, email_hash, failures, blocked_until, last_at)
      VALUES ('192.0.2.1', sha256('${name}'), 1, ${at(days)}, ${at(days)})`);
  await asWorker(async (background) => {
    expect(await forgetSignIns({ pools: { background } })).toBe('done');
  });
  const { rows } = await api.pool.query(`
    SELECT (SELECT array_agg(token) FROM auth_sessions) AS sessions, (SELECT array_agg(id) FROM auth_verifications) AS links,
           (SELECT array_agg(email_hash = sha256('open')) FROM sign_in_attempts) AS attempts`);
  expect(rows).toEqual([{ sessions: ['open'], links: ['open'], attempts: [true] }]);
});
