import { Client } from 'pg';
import { expect, it } from 'vitest';
import { insertBatch } from '../../../db/batches/upload.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import { type AccountId, type BatchId, uuidOf } from '../../../domain/ids.ts';
import { untilWaiting } from '../../support/purchases/holding.ts';
import {
  accountRow,
  bought,
  createLaneFixture,
  expectInvariants,
  type LaneFixture,
  openAccount,
  wish,
} from '../../support/purchases/lane-fixture.ts';
import { CONFIRMED, purchaseRow, tell } from '../../support/purchases/outcome-reports.ts';

/** For each test, so that they can wait at the same time. */
async function withFixture(test: (fixture: LaneFixture) => Promise<void>): Promise<void> {
  const fixture = await createLaneFixture();
  try {
    // A connection checks for a deadlock once, so long after it began to wait: by then, there must be one.
    await fixture.pool.query(`
      DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET deadlock_timeout = %L', current_database(), '6s'); END $$`);
    await test(fixture);
  } finally {
    await fixture.close();
  }
}

/**
 * Locks a row and, once a lane waits for it with its account's lock, the account: the order that no transaction may have.
 * It leaves it to the lane to find the deadlock, so it is the lane's transaction that PostgreSQL rolls back.
 */
async function crossLane(
  fixture: LaneFixture,
  accountId: AccountId,
  row: string,
  lane: () => Promise<unknown>,
): Promise<unknown> {
  const client = new Client({ connectionString: fixture.databaseUrl });
  await client.connect();
  await client.query(`SET deadlock_timeout = '10min'`);
  await client.query(`BEGIN; SELECT FROM ${row} FOR UPDATE`);
  const answer = lane();
  await untilWaiting(fixture.pool);
  await client.query(`SELECT FROM accounts WHERE id = '${uuidOf('acc', accountId)}' FOR NO KEY UPDATE`);
  await client.query('COMMIT');
  await client.end();
  return answer;
}

async function runningBatch({ pool }: LaneFixture, accountId: AccountId): Promise<BatchId> {
  const id = newId('bat');
  const options = {
    start: 'auto',
    onInvalid: 'skip',
    onInsufficientBalance: 'pause',
    notBefore: null,
    duplicates: { windowHours: 0, on: 'buy' },
  } as const;
  await insertBatch(pool, { id, accountId, reference: id, currency: 'NGN', options });
  await pool.query({
    text: `UPDATE batches SET status = 'running', content_hash = sha256(''), validated_at = app_now() WHERE id = $1`,
    values: [uuidOf('bat', id)],
  });
  return id;
}

it.concurrent('a settlement that was rolled back to break a deadlock is run again', () =>
  withFixture(async (fixture) => {
    const account = await openAccount(fixture, 1);
    const purchase = await bought(fixture, account, 'crossed');
    const row = `purchases WHERE id = '${uuidOf('pur', purchase)}'`;
    const settled = await crossLane(fixture, account, row, () =>
      tell(fixture.settleLane, account, purchase, CONFIRMED),
    );
    expect(settled).toMatchObject({ kind: 'settled', state: { status: 'successful' } });
    expect(await purchaseRow(fixture.pool, purchase)).toMatchObject({
      lines: ['purchase'],
      events: ['purchase.successful'],
    });
  }));

it.concurrent('an acceptance that was rolled back to break a deadlock is run again, and buys once', () =>
  withFixture(async (fixture) => {
    const account = await openAccount(fixture, 2);
    const batchId = await runningBatch(fixture, account);
    const row = `batches WHERE id = '${uuidOf('bat', batchId)}'`;
    const buy = () => fixture.acceptLane.buy(account, wish('crossed', { release: { batchId, epoch: 0 } }));
    expect(await crossLane(fixture, account, row, buy)).toMatchObject({ kind: 'accepted' });
    expect(await accountRow(fixture.pool, account)).toMatchObject({ purchases: 1, held: 1, starts: 1 });
    await expectInvariants(fixture.pool);
  }));
