import type { Pool } from 'pg';
import { createPool } from '../../../db/pool.ts';
import { createMeter } from '../load/costs.ts';
import { type BenchRow, benchRow } from '../report.ts';
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
    const speeds: number[] = [];
    let [held, errors] = [0, 0];
    while (held < HOLDS) {
      const { seconds, byStatus } = await meter.during(() => acceptLoad(stack, SEGMENT_MS));
      const accepted = byStatus.get(201) ?? 0;
      if (accepted === 0) throw new Error('no hold was accepted');
      errors += [...byStatus.values()].reduce((sum, count) => sum + count, 0) - accepted;
      held += accepted;
      speeds.push(accepted / seconds);
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
      ...benchRow('hot-row', 'holds/s', GOAL, halves(speeds), errors, facts, 1),
      costs: meter.perUnit('hold', held),
    };
  } finally {
    await pool.end();
    await stack.stop();
  }
}

/** Each segment of the later half beside one of the earlier half. */
function halves(speeds: readonly number[]): { readonly product: number; readonly yardstick: number }[] {
  const half = Math.floor(speeds.length / 2);
  return speeds.slice(0, half).map((yardstick, at) => ({ product: speeds.at(at - half) ?? 0, yardstick }));
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
