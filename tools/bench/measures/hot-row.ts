import type { Pool } from 'pg';
import { createPool } from '../../../db/pool.ts';
import { createMeter } from '../load/costs.ts';
import { type BenchRow, benchRow, type Measured } from '../report.ts';
import { besideOthers } from '../rounds.ts';
import { startAccounting } from '../stack.ts';
import { acceptLoad } from './accept.ts';

const HOLDS = Number(process.env.BENCH_HOLDS ?? 1_000_000);
/** The later half of the run may be slower by so much: the table of purchases has grown meanwhile. */
const GOAL = 0.9;
const SEGMENT_MS = 5_000;

/**
 * One account's row under a million holds in a row. It measures whether the row is updated in place, what
 * vacuum leaves of its dead versions, and whether the later half of the holds is as fast as the earlier.
 */
export async function benchHotRow(log: (line: string) => void): Promise<BenchRow> {
  const stack = await startAccounting();
  const pool = createPool(stack.databaseUrl, { max: 1, applicationName: 'bench' });
  try {
    await acceptLoad(stack, SEGMENT_MS);
    const before = await accountsTable(pool);
    const meter = await createMeter(pool, stack.pids);
    const segments: Segment[] = [];
    let [held, errors] = [0, 0];
    while (held < HOLDS) {
      const { result, during } = await besideOthers(() => meter.during(() => acceptLoad(stack, SEGMENT_MS)));
      const { seconds, byStatus } = result;
      const accepted = byStatus.get(201) ?? 0;
      if (accepted === 0) throw new Error('no hold was accepted');
      errors += [...byStatus.values()].reduce((sum, count) => sum + count, 0) - accepted;
      held += accepted;
      segments.push({ perSecond: accepted / seconds, others: during });
    }
    const after = await accountsTable(pool);
    const vacuumMs = await vacuum(pool);
    const updates = after.updates - before.updates;
    const facts = {
      holds: held,
      account_updates: updates,
      hot_percent: Math.round((1_000 * (after.hot - before.hot)) / updates) / 10,
      dead_rows_at_end: after.dead,
      autovacuums: after.vacuums - before.vacuums,
      accounts_kib_before: before.kib,
      accounts_kib_at_end: after.kib,
      vacuum_ms_at_end: vacuumMs,
    };
    log(`  ${JSON.stringify(facts)}`);
    return {
      ...benchRow('hot-row', 'holds/s', GOAL, halves(segments), errors, facts, 1),
      costs: meter.perUnit('hold', held),
    };
  } finally {
    await pool.end();
    await stack.stop();
  }
}

interface Segment {
  readonly perSecond: number;
  /** The share of the processors that other programs took. */
  readonly others: number | null;
}

/** Each segment of the later half beside one of the earlier half. */
function halves(segments: readonly Segment[]): Measured[] {
  const half = Math.floor(segments.length / 2);
  const later = segments.slice(segments.length - half);
  return later.map(({ perSecond, others }, at) => {
    const earlier = segments[at];
    return {
      product: perSecond,
      yardstick: earlier?.perSecond ?? 0,
      others: { before: null, during: Math.max(others ?? 0, earlier?.others ?? 0) },
    };
  });
}

/** Where rows are updated in place there is next to nothing left for it to do. */
async function vacuum(pool: Pool): Promise<number> {
  const began = performance.now();
  await pool.query('VACUUM accounts');
  return Math.round(performance.now() - began);
}

interface AccountsTable {
  readonly updates: number;
  readonly hot: number;
  readonly dead: number;
  readonly vacuums: number;
  readonly kib: number;
}

async function accountsTable(pool: Pool): Promise<AccountsTable> {
  // Other connections report what they did within a second.
  await pool.query('SELECT pg_sleep(2)');
  const { rows } = await pool.query<AccountsTable>(`
    SELECT n_tup_upd AS updates, n_tup_hot_upd AS hot, n_dead_tup AS dead, autovacuum_count AS vacuums,
           pg_total_relation_size(relid) / 1024 AS kib
      FROM pg_stat_user_tables
     WHERE relname = 'accounts'`);
  if (rows[0] === undefined) throw new Error('PostgreSQL keeps no statistics of accounts');
  return rows[0];
}
