import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countDeadlocks } from '../../../../db/deadlocks.ts';
import { createPool } from '../../../../db/pool.ts';
import { hold, untilItWaits } from '../../../support/locks/holding.ts';
import type { Process } from '../../../support/locks/transact.ts';
import { TRANSACTIONS } from '../../../support/locks/transactions.ts';
import { createWorld, type World } from '../../../support/locks/world.ts';
import {
  createLaneFixture,
  expectInvariants,
  type LaneFixture,
  lanesOn,
} from '../../../support/purchases/lane-fixture.ts';

const ORDERS = Array.from({ length: 15 }, (_, index) => index + 1);

/** Transactions that lock more than one of account, purchases, batches and the rows that refer to them. */
const PAIRED = [
  'accept a row of a batch',
  'settle an expiry',
  'settle a late reversal',
  'settle a contradiction',
  'resolve as not delivered',
  'pause a batch as an operator',
  'release a page',
  'complete a batch',
  'settle a late confirmation with the network',
  'charge a late confirmation',
  'close contradictions',
  'admit purchases',
  'requeue silent purchases',
  'finish a webhook attempt',
  'resend an event',
  'recover deliveries',
  'finish an attempt of a delivery',
] as const;

let fixture: LaneFixture;
let pools: readonly Pool[];
/** Two processes of the product. */
let processes: readonly [Process, Process];
beforeAll(async () => {
  fixture = await createLaneFixture();
  const open = (use: object) =>
    createPool(fixture.databaseUrl, { max: 30, applicationName: 'test-process', ...use });
  pools = [open({}), open({ use: 'lanes' }), open({}), open({ use: 'lanes' })];
  const [pool, lanes, otherPool, otherLanes] = pools as [Pool, Pool, Pool, Pool];
  processes = [
    { pool, ...lanesOn(lanes) },
    { pool: otherPool, ...lanesOn(otherLanes) },
  ];
});
afterAll(async () => {
  await fixture.close();
});

/** Runs a transaction of the product by its name. */
function start(process: Process, world: World, name: string): Promise<unknown> {
  const transact = TRANSACTIONS[name];
  if (transact === undefined) throw new Error(`no transaction ${name}`);
  return transact(process, world);
}

it.each(PAIRED)('"%s" and any other transaction that follows it both end', async (name) => {
  for (const other of PAIRED) {
    const world = await createWorld(fixture);
    const release = await hold(fixture.databaseUrl, world, 'accounts');
    const first = start(processes[0], world, name);
    const waits = await untilItWaits(fixture.pool, first);
    const second = start(processes[1], world, other);
    await untilItWaits(fixture.pool, second, waits ? 2 : 1);
    await release();
    await Promise.all([first, second]);
  }
});

it.each(ORDERS)('all transactions end when they run at the same time, in order %i', async (order) => {
  const world = await createWorld(fixture);
  const release = await hold(fixture.databaseUrl, world, 'accounts');
  const started = shuffled(order).map((name, index) =>
    start(processes[index % 2 === 0 ? 0 : 1], world, name),
  );
  await untilItWaits(fixture.pool, Promise.all(started), 5);
  await release();
  await Promise.all(started);
});

it('there was no deadlock, and the books are right', async () => {
  await expectInvariants(fixture.pool);
  await Promise.all(pools.map((pool) => pool.end()));
  const isGone = `SELECT FROM pg_stat_activity WHERE application_name = 'test-process' AND datname = current_database()`;
  await expect.poll(async () => (await fixture.pool.query(isGone)).rowCount, { timeout: 30_000 }).toBe(0);
  expect(await countDeadlocks(fixture.pool)).toBe(0);
});

/** All transactions, in an order that depends on the number alone. */
function shuffled(order: number): string[] {
  const place = (name: string) => createHash('sha256').update(`${order} ${name}`).digest('hex');
  return Object.keys(TRANSACTIONS).toSorted((one, other) => (place(one) < place(other) ? -1 : 1));
}
