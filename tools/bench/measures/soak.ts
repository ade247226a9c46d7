import type { Pool } from 'pg';
import { command } from '../batch-fixture.ts';
import { serverOf } from '../load/costs.ts';
import { quantile } from '../load/latencies.ts';
import { runOpenLoad } from '../load/open-load.ts';
import { residentMibOf, sharedMibOfFamily } from '../load/proc.ts';
import { createDayPurchases, type DayPurchases } from '../mix/buy.ts';
import { ACCOUNTS, CAMPAIGN_SHARE, FAILING_ENDPOINTS } from '../mix/day.ts';
import { drainDay, pendingOf } from '../mix/drain.ts';
import { type DayFixture, withDay } from '../mix/fixture.ts';
import type { BenchRow } from '../report.ts';
import { rowsWithFigures } from '../results.ts';
import { besideOthers } from '../rounds.ts';
import { soakGraph } from '../soak/graph.ts';
import { type Sample, type Soak, soakRows, writeSoak } from '../soak/soak.ts';
import { upload } from './csv.ts';
import { pidsOf } from './lifecycle.ts';

const MINUTES = Number(process.env.BENCH_SOAK_MINUTES ?? 120);
const INTERVALS = 120;
const INTERVAL_MS_MIN = 5_000;
/** Of what the machine can do. */
const LOAD = 0.5;
/** What the machine can do is measured by this many, after as many that do not count. */
const CAPACITY_PURCHASES = Number(process.env.BENCH_PURCHASES ?? 2_000);
const CONNECTIONS = 16;

/**
 * The mix of a real day at half of the capacity for hours: memory of each process, latencies and sizes of tables over time. The
 * last quarter is compared with the second.
 */
export function benchSoak(log: (line: string) => void): Promise<BenchRow[]> {
  return withDay(async (day) => {
    const purchases = createDayPurchases(day.clients);
    await drainDay(day, purchases, 'warm-up', CAPACITY_PURCHASES);
    const capacity = await drainDay(day, purchases, 'capacity', CAPACITY_PURCHASES);
    const offered = LOAD * capacity;
    log(`  capacity ${Math.round(capacity)} purchases a second; ${MINUTES} minutes at half of it`);

    const begun = purchases.taken().all;
    const at = new Date().toISOString();
    const { samples, errors } = await run(day, purchases, offered, log);
    const bought = purchases.taken().all - begun;
    const soak: Soak = { at, minutes: MINUTES, capacity, offered, bought, samples };
    const rows = soakRows(soak, errors);
    log(soakGraph(soak));
    // A run on a busy machine is not kept, as its rows are not.
    if (rowsWithFigures(rows).length > 0) log(`  raw series in ${writeSoak(soak)}`);
    return rows;
  });
}

async function run(
  day: DayFixture,
  purchases: DayPurchases,
  offered: number,
  log: (line: string) => void,
): Promise<{ readonly samples: readonly Sample[]; readonly errors: number }> {
  const intervalMs = Math.max(INTERVAL_MS_MIN, (MINUTES * 60_000) / INTERVALS);
  const began = performance.now();
  const samples: Sample[] = [];
  let errors = 0;
  while (performance.now() - began < MINUTES * 60_000) {
    const from = new Date();
    const interval = () => buyFor(day, purchases, samples.length, offered, intervalMs);
    const { result, during } = await besideOthers(interval);
    errors += result.failed;
    const sample = await look(day, from, {
      at: Math.round((performance.now() - began) / 1_000),
      postP99: Math.round(quantile(result.ms, 0.99)),
      others: during,
    });
    samples.push(sample);
    log(
      `  ${sample.at} s: API ${sample.mib.API} MiB, worker ${sample.mib.worker} MiB, POST p99 ${sample.postP99} ms, final p95 ${sample.finalP95} ms, ${sample.waiting} waiting`,
    );
  }
  return { samples, errors };
}

/** Buys for an interval: a campaign at its beginning, single purchases all the time. */
async function buyFor(
  { clients }: DayFixture,
  purchases: DayPurchases,
  nth: number,
  offered: number,
  durationMs: number,
): Promise<{ readonly ms: readonly number[]; readonly failed: number }> {
  const account = nth % ACCOUNTS;
  const client = clients[account];
  if (client === undefined) throw new Error('there are fewer accounts than the day has');
  const rows = Math.round((CAMPAIGN_SHARE * offered * durationMs) / 1_000);
  const campaign = async () => {
    const id = await upload(client, purchases.file(account, rows), `soak-${nth}`);
    await command(client, id, 'start');
  };
  const { hostname: host, port } = new URL(client.apiUrl);
  const load = { host, port: Number(port), connections: CONNECTIONS, durationMs };
  const perSecond = (1 - CAMPAIGN_SHARE) * offered;
  const singles = runOpenLoad({ ...load, perSecond, nextRequest: () => purchases.request() }, () => {});
  const [{ msByStatus, unanswered }] = await Promise.all([singles, campaign()]);
  const ms = msByStatus.get(201) ?? [];
  const answered = [...msByStatus.values()].reduce((sum, { length }) => sum + length, 0);
  return { ms, failed: answered - ms.length + unanswered };
}

async function look(
  day: DayFixture,
  from: Date,
  seen: Pick<Sample, 'at' | 'postP99' | 'others'>,
): Promise<Sample> {
  const { pool, stack } = day;
  const server = await serverOf(pool);
  const processes = Object.entries(pidsOf(stack)).flatMap(([name, pid]) =>
    pid === null ? [] : [[name, Math.round(residentMibOf(pid))] as const],
  );
  const postgres = server === null ? {} : { PostgreSQL: Math.round(sharedMibOfFamily(server)) };
  return {
    ...seen,
    mib: { ...Object.fromEntries(processes), ...postgres },
    finalP95: await finalP95(pool, from),
    waiting: (await pendingOf(pool)) + (await outboxOf(day)),
    kib: await tables(pool),
  };
}

/** From accepted to final, of single purchases since then. */
async function finalP95(pool: Pool, from: Date): Promise<number> {
  const { rows } = await pool.query<{ ms: number | null }>({
    text: `
      SELECT round(percentile_cont(0.95) WITHIN GROUP (ORDER BY extract(epoch FROM completed_at - created_at)) * 1000)::int AS ms
        FROM purchases
       WHERE created_at >= $1 AND completed_at IS NOT NULL AND batch_id IS NULL`,
    values: [from],
  });
  return rows[0]?.ms ?? 0;
}

/** Rows of the outbox, but for events of the failing endpoints: they wait for their next attempt. */
async function outboxOf({ pool, receivers }: DayFixture): Promise<number> {
  const failing = Array.from({ length: FAILING_ENDPOINTS }, (_, nth) => receivers.url(nth));
  const { rows } = await pool.query<{ waiting: number }>({
    text: `
      SELECT count(*)::int AS waiting
        FROM outbox
       WHERE account_id NOT IN (SELECT account_id FROM webhook_endpoints WHERE url = ANY ($1))`,
    values: [failing],
  });
  return rows[0]?.waiting ?? 0;
}

async function tables(pool: Pool): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ name: string; kib: number }>(
    `SELECT relname AS name, (pg_total_relation_size(relid) / 1024)::int AS kib
       FROM pg_stat_user_tables
      WHERE n_tup_ins > 0
      ORDER BY 1`,
  );
  return Object.fromEntries(rows.map(({ name, kib }) => [name, kib]));
}
