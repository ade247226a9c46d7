import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AccountReads, createAccountReads, type Reader } from '../../../db/account-reads.ts';
import { createAccount } from '../../../db/accounts/accounts.ts';
import { createPool } from '../../../db/pool.ts';
import { overdueOfQuery } from '../../../db/purchases/guard.ts';
import {
  listPurchases,
  type PurchaseFilter,
  type PurchasePosition,
  purchaseListQuery,
} from '../../../db/purchases/purchases.ts';
import { type AccountId, uuidOf } from '../../../domain/ids.ts';
import { PURCHASE_STATUSES } from '../../../domain/purchase/purchase.ts';
import { addManyPurchases, BUSY_NUMBER, referenceOf } from '../../../tools/bench/histories/many-purchases.ts';
import { openTestDatabase, type PooledDatabase } from '../../support/database.ts';

const COUNT = 100_000;
const LIMIT = 25;
const EVERYTHING: PurchaseFilter = {
  reference: null,
  status: null,
  phoneNumber: null,
  sameNumberAs: null,
  createdFrom: null,
  createdTo: null,
};

let database: PooledDatabase;
let pool: Pool;
let own: AccountReads;
let account: AccountId;
let middle: Date;

beforeAll(async () => {
  database = await openTestDatabase();
  pool = database.pool;
  own = createAccountReads(
    createPool(database.url, { max: 1, applicationName: 'test', use: 'account-reads' }),
  );
  const terms = { livemode: true, currency: 'NGN', rateLimitPerSecond: 100 };
  account = await createAccount(pool, { name: 'Many', ...terms });
  const other = await createAccount(pool, { name: 'Others', ...terms });
  await addManyPurchases(pool, other, COUNT / 10);
  await addManyPurchases(pool, account, COUNT);
  const half = await listPurchases(
    pool,
    account,
    { ...EVERYTHING, reference: referenceOf(COUNT / 2) },
    null,
    1,
  );
  middle = half[0]?.order.createdAt ?? new Date(0);
});

afterAll(async () => {
  await own.end();
  await database.close();
});

const Node = z.object({
  'Node Type': z.string(),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.number().default(0),
  'Rows Removed by Index Recheck': z.number().default(0),
  get Plans() {
    return z.array(Node).default([]);
  },
});
type Node = z.output<typeof Node>;
const Explained = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: Node })]) })]);

/** Rows that the scans of a plan read, filtered ones included. */
function rowsRead(node: Node): number {
  const below = node.Plans.reduce((sum, plan) => sum + rowsRead(plan), 0);
  if (!node['Node Type'].includes('Scan')) return below;
  const each = node['Actual Rows'] + node['Rows Removed by Filter'] + node['Rows Removed by Index Recheck'];
  return below + Math.ceil(each * node['Actual Loops']);
}

/** Reads one page, plus a row to see whether there are more, as the API does: how many rows it returns and reads. */
async function page(
  db: Reader,
  filter: Omit<PurchaseFilter, 'sameNumberAs'>,
  after: PurchasePosition | null,
) {
  const { text, values } = purchaseListQuery(account, filter, after, LIMIT + 1);
  const { rows } = await db.query({ text: `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values });
  const [{ 'QUERY PLAN': plan }] = Explained.parse(rows);
  return { returned: plan[0].Plan['Actual Rows'], read: rowsRead(plan[0].Plan) };
}

async function lastOf(filter: PurchaseFilter): Promise<PurchasePosition | null> {
  const last = (await listPurchases(pool, account, filter, null, LIMIT)).at(-1);
  return last === undefined ? null : { createdAt: last.order.createdAt, id: last.order.id };
}

describe('a page of 100,000 purchases with one filter reads no more than limit + 1 rows', () => {
  const filters: [string, () => Partial<PurchaseFilter>, number][] = [
    ['no filter', () => ({}), LIMIT + 1],
    ['reference', () => ({ reference: referenceOf(4_711) }), 1],
    ['an unknown reference', () => ({ reference: 'none' }), 0],
    ...PURCHASE_STATUSES.map((status): [string, () => Partial<PurchaseFilter>, number] => [
      `status ${status}`,
      () => ({ status }),
      LIMIT + 1,
    ]),
    ['a busy phone_number', () => ({ phoneNumber: BUSY_NUMBER }), LIMIT + 1],
    ['a phone_number bought for once', () => ({ phoneNumber: '+2348030000007' }), 1],
    ['a phone_number never bought for', () => ({ phoneNumber: '+2348039999999' }), 0],
    ['created_from', () => ({ createdFrom: middle }), LIMIT + 1],
    ['created_from in the future', () => ({ createdFrom: new Date('9999-12-31') }), 0],
    ['created_to', () => ({ createdTo: middle }), LIMIT + 1],
    ['created_to before the first', () => ({ createdTo: new Date('2000-01-01') }), 0],
    [
      'created_from and created_to',
      () => ({ createdFrom: new Date('2000-01-01'), createdTo: middle }),
      LIMIT + 1,
    ],
  ];

  it.each(filters)('%s, also through row-level security', async (_name, given, expected) => {
    const filter = { ...EVERYTHING, ...given() };
    const after = await lastOf(filter);
    for (const db of [pool, own.of(account)]) {
      const first = await page(db, filter, null);
      expect(first.returned).toBe(expected);
      expect(first.read).toBeLessThanOrEqual(LIMIT + 1);
      if (after !== null) expect((await page(db, filter, after)).read).toBeLessThanOrEqual(LIMIT + 1);
    }
  });
});

it('the purchases for the number of a purchase are those for its number, on every page', async () => {
  const ofNumber = { ...EVERYTHING, phoneNumber: BUSY_NUMBER };
  const after = await lastOf(ofNumber);
  const sameNumberAs = after?.id ?? null;
  for (const db of [pool, own.of(account)]) {
    for (const from of [null, after]) {
      const wanted = await listPurchases(db, account, ofNumber, from, LIMIT);
      expect(wanted.length).toBe(LIMIT);
      expect(await listPurchases(db, account, { ...EVERYTHING, sameNumberAs }, from, LIMIT)).toEqual(wanted);
    }
    const other = { ...EVERYTHING, sameNumberAs, phoneNumber: '+2348030000007' };
    expect(await listPurchases(db, account, other, null, LIMIT)).toEqual([]);
  }
});

it('finds the due purchases of one account without reading those of others, or those not yet due', async () => {
  const terms = { livemode: true, currency: 'NGN', rateLimitPerSecond: 100 };
  const stuck = await createAccount(pool, { name: 'Stuck', ...terms });
  const reader = await createAccount(pool, { name: 'Reader', ...terms });
  await addPending(stuck, '-1 hour');
  await addPending(reader, '1 hour');
  const { text, values } = overdueOfQuery(reader, 0, 512);
  const { rows } = await pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
  const [{ 'QUERY PLAN': plan }] = Explained.parse(rows);
  expect(rowsRead(plan[0].Plan)).toBeLessThanOrEqual(2);
});

async function addPending(accountId: AccountId, dueIn: string): Promise<void> {
  await addManyPurchases(pool, accountId, 2_000);
  await pool.query(
    `UPDATE purchases
        SET status = 'pending', resolve_by = app_now() + $2::interval, completed_at = NULL, confirmed_at = NULL,
            network_reference = NULL, failure_code = NULL, reversed_at = NULL, reversal_reason = NULL
      WHERE account_id = $1`,
    [uuidOf('acc', accountId), dueIn],
  );
}
