import type { Pool } from 'pg';
import { createCursors } from '../api/cursor.ts';
import { createPool } from '../db/pool.ts';
import { idFromUuid, type PurchaseId, uuidOf } from '../domain/ids.ts';
import { acceptLoad } from './accept.ts';
import { createGetter, measureLatencies } from './latencies.ts';
import { addManyLines } from './many-lines.ts';
import { type BenchRow, benchRow, ratioAtMostRow } from './report.ts';
import { type BenchStack, startAccounting } from './stack.ts';

const MANY = Number(process.env.BENCH_PURCHASES ?? 1_000_000);
const FEW = MANY / 10;
/** What may be lost to ten times the purchases, unless the rounds of the few differ among each other by more. */
const TOLERANCE = 0.1;
const ROUNDS = 5;
const ROUND_MS = 2_000;
const READERS = 2;
const PAGE = 100;
const STATEMENT_TIMEOUT_MS = 3_600_000;

/** One account with so many purchases, each charged, behind an API of its own. */
interface Grown {
  readonly stack: BenchStack;
  readonly pool: Pool;
  readonly purchases: number;
  readonly ids: readonly PurchaseId[];
  readonly bytes: Readonly<Record<string, number>>;
}

interface Measured {
  readonly perSecond: number;
  readonly failed: number;
}

/** What a tenfold history costs: buying, reading and the disk a purchase takes, by turns with many and with few of them. */
export async function benchGrowth(log: (line: string) => void): Promise<readonly BenchRow[]> {
  const opened: Grown[] = [];
  const open = async (purchases: number) => {
    log(`  writing ${purchases.toLocaleString('en')} purchases with their lines`);
    const grown = await grow(purchases);
    opened.push(grown);
    return grown;
  };
  try {
    const many = await open(MANY);
    const few = await open(FEW);
    const rows = [storageRow(many, few)];
    for (const { name, unit, measure } of MEASURES)
      rows.push(await compare(name, unit, measure, many, few, log));
    return rows;
  } finally {
    for (const { pool, stack } of opened) {
      await pool.end();
      await stack.stop();
    }
  }
}

const MEASURES = [
  { name: 'accept', unit: 'purchases/s', measure: buy },
  { name: 'by id', unit: 'reads/s', measure: readById },
  { name: 'newest page', unit: 'reads/s', measure: readNewest },
  { name: 'statement page', unit: 'reads/s', measure: readStatementPage },
] as const;

async function compare(
  name: string,
  unit: string,
  measure: (grown: Grown) => Promise<Measured>,
  many: Grown,
  few: Grown,
  log: (line: string) => void,
): Promise<BenchRow> {
  await measure(many);
  await measure(few);
  const measured: { product: number; yardstick: number }[] = [];
  let errors = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    const [product, yardstick] = [await measure(many), await measure(few)];
    errors += product.failed + yardstick.failed;
    measured.push({ product: product.perSecond, yardstick: yardstick.perSecond });
  }
  const goal = Math.min(1 - TOLERANCE, lowestOfSpread(measured.map(({ yardstick }) => yardstick)));
  const row = benchRow(`growth: ${name}`, unit, Math.round(goal * 100) / 100, measured, errors);
  log(`  ${name}: ${row.product} ${unit} of many, ${row.yardstick} of few`);
  return row;
}

/** The lowest of these figures as a part of their highest. */
function lowestOfSpread(figures: readonly number[]): number {
  return Math.min(...figures) / Math.max(...figures);
}

async function grow(purchases: number): Promise<Grown> {
  const stack = await startAccounting();
  const pool = createPool(stack.databaseUrl, {
    max: READERS,
    applicationName: 'bench',
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  const empty = await sizes(pool);
  await addManyLines(pool, stack.accountId, purchases);
  const full = await sizes(pool);
  const bytes = Object.fromEntries(
    Object.entries(full).map(([part, size]) => [part, Math.round((size - (empty[part] ?? 0)) / purchases)]),
  );
  return { stack, pool, purchases, ids: await someIds(pool, stack), bytes };
}

/** Bytes of the tables that keep a charged purchase for ever, and of their indexes. */
async function sizes(pool: Pool): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ part: string; size: number }>(`
    SELECT relname AS part, pg_table_size(oid) AS size FROM pg_class WHERE relname IN ('purchases', 'statement_lines')
    UNION ALL
    SELECT relname || ' indexes', pg_indexes_size(oid) FROM pg_class WHERE relname IN ('purchases', 'statement_lines')`);
  return Object.fromEntries(rows.map(({ part, size }) => [part, size]));
}

function storageRow(many: Grown, few: Grown): BenchRow {
  const total = ({ bytes }: Grown) => Object.values(bytes).reduce((sum, each) => sum + each, 0);
  const measured = [{ product: total(many), yardstick: total(few) }];
  const row = ratioAtMostRow('growth: storage', 'bytes a purchase', 1 + TOLERANCE, measured, 0);
  return { ...row, facts: many.bytes };
}

async function buy({ stack }: Grown): Promise<Measured> {
  const { seconds, byStatus } = await acceptLoad(stack, ROUND_MS);
  const accepted = byStatus.get(201) ?? 0;
  const answered = [...byStatus.values()].reduce((sum, count) => sum + count, 0);
  return { perSecond: accepted / seconds, failed: answered - accepted };
}

function readById(grown: Grown): Promise<Measured> {
  return read(grown, () => `/v1/purchases/${drawn(grown.ids)}`);
}

function readNewest(grown: Grown): Promise<Measured> {
  return read(grown, () => '/v1/purchases');
}

/** Pages from anywhere in the day, each under a cursor of its own. */
function readStatementPage(grown: Grown): Promise<Measured> {
  const { accountId } = grown.stack;
  const day = new Date().toISOString().slice(0, 10);
  const endpoint = `statements/${day}/lines`;
  const cursors = createCursors();
  return read(grown, () => {
    const seq = 1 + Math.floor(Math.random() * (grown.purchases - PAGE));
    const cursor = cursors.seal({ accountId, endpoint, filters: {} }, [String(seq)]);
    return `/v1/${endpoint}?limit=${PAGE}&cursor=${cursor}`;
  });
}

async function read({ stack }: Grown, path: () => string): Promise<Measured> {
  const client = createGetter(stack.apiUrl, { authorization: `Bearer ${stack.apiKey}` });
  try {
    const call = async () => (await client.get(path())) === 200;
    const { ms, failed } = await measureLatencies(READERS, ROUND_MS, call);
    return { perSecond: ms.length / (ROUND_MS / 1_000), failed };
  } finally {
    client.close();
  }
}

function drawn<T>(items: readonly T[]): T {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('there are no purchases to be read');
  return item;
}

/** A few thousand ids from all over the account's history. */
async function someIds(pool: Pool, { accountId }: BenchStack): Promise<readonly PurchaseId[]> {
  const { rows } = await pool.query<{ id: string }>({
    text: 'SELECT id FROM purchases TABLESAMPLE SYSTEM (5) WHERE account_id = $1 ORDER BY random() LIMIT 5000',
    values: [uuidOf('acc', accountId)],
  });
  return rows.map(({ id }) => idFromUuid('pur', id));
}
