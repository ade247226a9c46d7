import type { Pool } from 'pg';
import { createCursors } from '../api/cursor.ts';
import { createPool } from '../db/pool.ts';
import { idFromUuid, type PurchaseId, uuidOf } from '../domain/ids.ts';
import { acceptLoad } from './accept.ts';
import { createMeter, type Meter } from './costs.ts';
import { createGetter, measureLatencies, quantile } from './latencies.ts';
import { addManyLines } from './many-lines.ts';
import { type BenchRow, benchRow, ratioAtMostRow } from './report.ts';
import { type BenchStack, startAccounting } from './stack.ts';

/** What may be lost to ten times the purchases, unless the middle half of the rounds of the few differ by more. */
const TOLERANCE = 0.1;
/** Short and many: what disturbs the machine for seconds spoils few of them. */
const ROUNDS = 10;
const ROUND_MS = 1_000;
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
  readonly done: number;
  readonly failed: number;
}

/**
 * What a tenfold history costs: buying, reading and the disk a purchase takes, by turns with so many and with a tenth of them.
 * @param bench begins the names of the rows.
 */
export async function benchGrowth(
  bench: string,
  purchases: number,
  log: (line: string) => void,
): Promise<readonly BenchRow[]> {
  const opened: Grown[] = [];
  const open = async (count: number) => {
    log(`  writing ${count.toLocaleString('en')} purchases with their lines`);
    const began = performance.now();
    const grown = await grow(count);
    const perSecond = Math.round(count / ((performance.now() - began) / 1_000));
    log(`  ${perSecond.toLocaleString('en')} of them a second, vacuumed and analysed`);
    opened.push(grown);
    return grown;
  };
  try {
    const many = await open(purchases);
    const few = await open(purchases / 10);
    const rows = [storageRow(many, few)];
    for (const each of MEASURES) rows.push(await compare(each, many, few, log));
    return rows.map((row) => ({ ...row, name: `${bench}: ${row.name}` }));
  } finally {
    for (const { pool, stack } of opened) {
      await pool.end();
      await stack.stop();
    }
  }
}

interface Measure {
  readonly name: string;
  readonly per: 'purchase' | 'read';
  readonly measure: (grown: Grown) => Promise<Measured>;
}

const MEASURES: readonly Measure[] = [
  { name: 'accept', per: 'purchase', measure: buy },
  { name: 'by id', per: 'read', measure: readById },
  { name: 'newest page', per: 'read', measure: readNewest },
  { name: 'statement page', per: 'read', measure: readStatementPage },
];

async function compare(
  { name, per, measure }: Measure,
  many: Grown,
  few: Grown,
  log: (line: string) => void,
): Promise<BenchRow> {
  await measure(many);
  await measure(few);
  const [meter, fewMeter] = [await meterOf(many), await meterOf(few)];
  const measured: { product: number; yardstick: number }[] = [];
  let [errors, done, doneOfFew] = [0, 0, 0];
  for (let round = 1; round <= ROUNDS; round++) {
    const ofMany = () => meter.during(() => measure(many));
    const ofFew = () => fewMeter.during(() => measure(few));
    // By turns first, so that what the one leaves to be written burdens both alike.
    const early = round % 2 === 0 ? null : await ofMany();
    const yardstick = await ofFew();
    const product = early ?? (await ofMany());
    errors += product.failed + yardstick.failed;
    done += product.done;
    doneOfFew += yardstick.done;
    measured.push({ product: product.perSecond, yardstick: yardstick.perSecond });
  }
  const goal = Math.min(1 - TOLERANCE, spreadOf(measured.map(({ yardstick }) => yardstick)));
  const row = benchRow(name, `${per}s/s`, Math.round(goal * 100) / 100, measured, errors);
  log(`  ${name}: ${row.product} ${row.unit} of many, ${row.yardstick} of few`);
  return { ...row, costs: meter.perUnit(per, done), yardstickCosts: fewMeter.perUnit(per, doneOfFew) };
}

function meterOf({ pool, stack }: Grown): Promise<Meter> {
  return createMeter(pool, stack.pids);
}

/** Of the middle half of these figures the lowest as a part of the highest: what the machine itself makes of the same work. */
function spreadOf(figures: readonly number[]): number {
  return quantile(figures, 0.25) / quantile(figures, 0.75);
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
  const row = ratioAtMostRow('storage', 'bytes a purchase', 1 + TOLERANCE, measured, 0);
  return { ...row, facts: many.bytes };
}

async function buy({ stack }: Grown): Promise<Measured> {
  const { seconds, byStatus } = await acceptLoad(stack, ROUND_MS);
  const accepted = byStatus.get(201) ?? 0;
  const answered = [...byStatus.values()].reduce((sum, count) => sum + count, 0);
  return { perSecond: accepted / seconds, done: accepted, failed: answered - accepted };
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
    return { perSecond: ms.length / (ROUND_MS / 1_000), done: ms.length, failed };
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
