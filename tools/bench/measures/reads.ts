import type { Pool } from 'pg';
import { createPool } from '../../../db/pool.ts';
import {
  findPurchaseQuery,
  type PurchaseFilter,
  purchaseListQuery,
} from '../../../db/purchases/purchases.ts';
import { type AccountId, idFromUuid, type PurchaseId, uuidOf } from '../../../domain/ids.ts';
import { addManyPurchases, BUSY_NUMBER, numberOf, referenceOf } from '../histories/many-purchases.ts';
import { createMeter } from '../load/costs.ts';
import { createGetter, measureLatencies, p99 } from '../load/latencies.ts';
import { type BenchRow, latencyRow } from '../report.ts';
import { measureRounds } from '../rounds.ts';
import { type BenchStack, startAccounting } from '../stack.ts';

const PURCHASES = 1_000_000;
const GOAL_MS = 5;
const ROUND_MS = 1_500;
/** One request at a time: with more, two cores that carry client, API and database measure their own queue. */
const CONNECTIONS = 1;
/** The default page of the API, which reads one row more. */
const LIMIT = 25;

/** One way of reading: what the API is asked for, and the statement that it sends. */
interface Reading {
  readonly name: string;
  readonly path: () => string;
  readonly query: () => { readonly text: string; readonly values: unknown[] };
}

/**
 * Each way of reading purchases over HTTP, one request at a time, by turns with the same statement sent straight to
 * PostgreSQL over one connection. Ids, references and numbers are random for each call, so that no page stays in memory.
 */
export async function benchReads(log: (line: string) => void): Promise<readonly BenchRow[]> {
  const stack = await startAccounting();
  const pool = createPool(stack.databaseUrl, {
    max: CONNECTIONS,
    applicationName: 'bench',
    statementTimeoutMs: 600_000,
  });
  try {
    log(`  writing ${PURCHASES.toLocaleString('en')} purchases`);
    await addManyPurchases(pool, stack.accountId, PURCHASES);
    const rows: BenchRow[] = [];
    for (const reading of await readings(pool, stack)) rows.push(await measure(pool, stack, reading, log));
    return rows;
  } finally {
    await pool.end();
    await stack.stop();
  }
}

async function measure(
  pool: Pool,
  stack: BenchStack,
  { name, path, query }: Reading,
  log: (line: string) => void,
): Promise<BenchRow> {
  const client = createGetter(stack.apiUrl, { authorization: `Bearer ${stack.apiKey}` });
  const overHttp = async () => (await client.get(path())) === 200;
  const straight = async () => (await pool.query(query())).rows.length > 0;
  try {
    await measureLatencies(CONNECTIONS, ROUND_MS, overHttp);
    await measureLatencies(CONNECTIONS, ROUND_MS, straight);
    const [meter, straightMeter] = [await createMeter(pool, stack.pids), await createMeter(pool, {})];
    let [errors, reads, straightReads] = [0, 0, 0];
    const measured = await measureRounds(log, async () => {
      const product = await meter.during(() => measureLatencies(CONNECTIONS, ROUND_MS, overHttp));
      const yardstick = await straightMeter.during(() => measureLatencies(CONNECTIONS, ROUND_MS, straight));
      errors += product.failed + yardstick.failed;
      reads += product.ms.length;
      straightReads += yardstick.ms.length;
      return { product: p99(product), yardstick: p99(yardstick) };
    });
    const row = latencyRow(`reads: ${name}`, 'ms p99', GOAL_MS, measured, errors);
    log(`  ${name}: ${row.product} ms over HTTP, ${row.yardstick} ms in PostgreSQL`);
    return {
      ...row,
      costs: meter.perUnit('read', reads),
      yardstickCosts: straightMeter.perUnit('read', straightReads),
    };
  } finally {
    client.close();
  }
}

async function readings(pool: Pool, { accountId }: BenchStack): Promise<readonly Reading[]> {
  const ids = await someIds(pool, accountId);
  const draw = () => 1 + Math.floor(Math.random() * PURCHASES);
  const drawId = () => ids[draw() % ids.length] ?? raise();
  const middle = await middleOf(pool, accountId);
  const list = (name: string, path: () => string, filter: () => Partial<PurchaseFilter>): Reading => ({
    name,
    path: () => `/v1/purchases?${path()}`,
    query: () => purchaseListQuery(accountId, { ...EVERYTHING, ...filter() }, null, LIMIT + 1),
  });
  const drawNumber = () => encodeURIComponent(numberOf(draw()));
  return [
    {
      name: 'by id',
      path: () => `/v1/purchases/${drawId()}`,
      query: () => findPurchaseQuery(accountId, drawId()),
    },
    list(
      'by reference',
      () => `reference=${referenceOf(draw())}`,
      () => ({ reference: referenceOf(draw()) }),
    ),
    list(
      'list of a number',
      () => `phone_number=${drawNumber()}`,
      () => ({ phoneNumber: numberOf(draw()) }),
    ),
    list(
      'list of a busy number',
      () => `phone_number=${encodeURIComponent(BUSY_NUMBER)}`,
      () => ({ phoneNumber: BUSY_NUMBER }),
    ),
    list(
      'list of a rare status',
      () => 'status=reversed',
      () => ({ status: 'reversed' }),
    ),
    list(
      'newest page',
      () => '',
      () => ({}),
    ),
    list(
      'page from the middle',
      () => `created_to=${middle.toISOString()}`,
      () => ({ createdTo: middle }),
    ),
  ];
}

/** A thousand ids from all over the account's history. */
async function someIds(pool: Pool, accountId: AccountId): Promise<readonly PurchaseId[]> {
  const { rows } = await pool.query<{ id: string }>({
    text: 'SELECT id FROM purchases TABLESAMPLE SYSTEM (1) WHERE account_id = $1 ORDER BY random() LIMIT 1000',
    values: [uuidOf('acc', accountId)],
  });
  return rows.map(({ id }) => idFromUuid('pur', id));
}

async function middleOf(pool: Pool, accountId: AccountId): Promise<Date> {
  const { rows } = await pool.query<{ at: Date }>({
    text: 'SELECT created_at AS at FROM purchases WHERE account_id = $1 AND reference = $2',
    values: [uuidOf('acc', accountId), referenceOf(PURCHASES / 2)],
  });
  return rows[0]?.at ?? raise();
}

function raise(): never {
  throw new Error('the purchases to be read are not there');
}

const EVERYTHING: PurchaseFilter = {
  reference: null,
  status: null,
  phoneNumber: null,
  sameNumberAs: null,
  createdFrom: null,
  createdTo: null,
};
