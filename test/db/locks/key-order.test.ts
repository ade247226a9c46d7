import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dropLiveLocations } from '../../../db/networks/number-lookups.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { dropAttempts, finishAttempts } from '../../../db/webhooks/webhooks.ts';
import { newId, newUuid } from '../../../domain/crypto/new-id.ts';
import { uuidOf } from '../../../domain/ids.ts';
import { beginPatiently } from '../../support/database.ts';
import { untilItWaits } from '../../support/locks/holding.ts';
import { createLaneFixture, type LaneFixture, openAccount } from '../../support/purchases/lane-fixture.ts';

let fixture: LaneFixture;
beforeAll(async () => {
  fixture = await createLaneFixture();
});
afterAll(() => fixture.close());

const [LOW, HIGH] = ['019a0000-0000-7000-8000-000000000001', '019a0000-0000-7000-8000-000000000002'];
const attempt = (uuid: string) => ({
  subjectUuid: uuid,
  turn: uuidOf('acc', newId('acc')),
  attempt: 1,
  accountId: newId('acc'),
  outcome: 'delivered' as const,
  httpStatus: 200,
  error: null,
  address: null,
  durationMs: 5,
  answer: null,
  url: 'https://client.example/hook',
  outboxId: newUuid(),
  retryOutboxId: null,
});

/** Transactions that lock two rows of a table, with the conditions of the first and the second row. */
const SEVERAL: [string, (pool: Pool) => Promise<unknown>, string, string, string][] = [
  [
    'outcomes of webhook attempts',
    (pool) => finishAttempts(pool, [attempt(HIGH), attempt(LOW)]),
    'events',
    `id = '${LOW}'`,
    `id = '${HIGH}'`,
  ],
  [
    'attempts that are dropped',
    (pool) => dropAttempts(pool, [newUuid()], [HIGH, LOW]),
    'events',
    `id = '${LOW}'`,
    `id = '${HIGH}'`,
  ],
  [
    'forgotten locations of numbers',
    (pool) => inTransaction(pool, (tx) => dropLiveLocations(tx, ['+2348030000002', '+2348030000001'])),
    'number_lookups',
    `phone_number = '+2348030000001'`,
    `phone_number = '+2348030000002'`,
  ],
];

it.each(SEVERAL)('%s lock rows in key order', async (_name, transact, table, first, second) => {
  const accountId = await openAccount(fixture, 1);
  await fixture.pool.query(`
    INSERT INTO events (id, account_id, type, subject_id, created_at, body)
    SELECT id, '${uuidOf('acc', accountId)}', 'purchase.failed', uuidv7(), app_now(), '{}'
      FROM unnest('{${HIGH},${LOW}}'::uuid[]) AS e (id)
        ON CONFLICT (id) DO UPDATE SET delivery = 'pending', delivered_at = NULL;
    INSERT INTO number_lookups (phone_number, network_id, looked_up_at, fresh_until)
    SELECT n, 'net_mtn_ng', app_now(), app_now() FROM unnest('{+2348030000002,+2348030000001}'::text[]) AS l (n)
        ON CONFLICT DO NOTHING`);
  const holder = await fixture.pool.connect();
  await beginPatiently(holder);
  await holder.query(`SELECT FROM ${table} WHERE ${first} FOR UPDATE`);
  const transaction = transact(fixture.pool);
  try {
    expect(await untilItWaits(fixture.pool, transaction)).toBe(true);
    const { rows } = await fixture.pool.query(
      `SELECT 1 FROM ${table} WHERE ${second} EXCEPT ALL SELECT 1 FROM (SELECT 1 FROM ${table} WHERE ${second} FOR UPDATE SKIP LOCKED) f`,
    );
    expect(rows).toEqual([]);
  } finally {
    await holder.query('COMMIT');
    holder.release();
  }
  await transaction;
});
