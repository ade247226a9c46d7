import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BatchFixture,
  buySingles,
  command,
  drained,
  finalOf,
  withBatchFixture,
} from '../batch-fixture.ts';
import { instantFile } from '../histories/instant-purchases.ts';
import { quantile } from '../load/latencies.ts';
import { type BenchRow, latencyRow, ratioAtMostRow } from '../report.ts';
import { measureRounds } from '../rounds.ts';
import { upload } from './csv.ts';

const GOALS = { postRatio: 1.5, submitRatio: 2, submitMs: 1_000 };
/** The batch's windows have opened then, and its rate been observed. */
const WARM_MS = 3_000;
const ROUND_MS = Number(process.env.BENCH_ROUND_MS ?? 12_000);
const BATCH_ROWS = 100_000;
const SINGLES_PER_SECOND = 20;

/**
 * Row 6: single purchases while a campaign of 100,000 rows runs, against the same total rate made of single purchases: p99
 * of POST, p95 from accepted to submitted. The gateway confirms in its answer.
 */
export function benchBatchBeside(log: (line: string) => void): Promise<BenchRow[]> {
  return withBatchFixture((fixture) => besideRows(fixture, log));
}

async function besideRows(fixture: BatchFixture, log: (line: string) => void): Promise<BenchRow[]> {
  const { pool, manager } = fixture;
  const campaign = await upload(manager, Buffer.from(instantFile(BATCH_ROWS)), 'beside');
  await singles(fixture, 'warm-up', SINGLES_PER_SECOND, WARM_MS);
  let failed = 0;
  const rounds = await measureRounds(log, async (round) => {
    await command(manager, campaign, round === 1 ? 'start' : 'resume');
    await sleep(WARM_MS);
    const [before, from] = [await finalOf(pool, campaign), performance.now()];
    const beside = await singles(fixture, `beside-${round}`, SINGLES_PER_SECOND, ROUND_MS);
    const rowsPerSecond = ((await finalOf(pool, campaign)) - before) / ((performance.now() - from) / 1_000);
    await command(manager, campaign, 'pause');
    await drained(pool);

    const total = rowsPerSecond + SINGLES_PER_SECOND;
    const alone = await singles(fixture, `alone-${round}`, total, ROUND_MS);
    failed += beside.failed + alone.failed;
    log(`  round ${round}, ${Math.round(total)} purchases a second in all`);
    log(`    beside the batch: POST p99 ${words(beside.postP99)}, submitted p95 ${words(beside.submitP95)}`);
    log(`    singles alone:    POST p99 ${words(alone.postP99)}, submitted p95 ${words(alone.submitP95)}`);
    for (const { failures } of [beside, alone]) if (failures.length > 0) log(`    ${failures.join(', ')}`);
    return { beside, alone };
  });
  const of = (figure: 'postP99' | 'submitP95') =>
    rounds.map(({ beside, alone, others }) => ({
      product: beside[figure],
      yardstick: alone[figure],
      others,
    }));
  const [posts, submits] = [of('postP99'), of('submitP95')];
  return [
    ratioAtMostRow('batch-beside, p99 of POST', 'ms', GOALS.postRatio, posts, failed),
    ratioAtMostRow('batch-beside, p95 accepted to submitted', 'ms', GOALS.submitRatio, submits, failed),
    latencyRow('batch-beside, p95 under a second', 'ms', GOALS.submitMs, submits, failed),
  ];
}

/** Buys at a rate that does not depend on the answers, and waits until everything is final. */
async function singles(fixture: BatchFixture, name: string, perSecond: number, durationMs: number) {
  const { msByStatus, unanswered } = await buySingles(fixture, name, perSecond, durationMs);
  await drained(fixture.pool, `${name}.%`);
  const { rows } = await fixture.pool.query<{ ms: number }>({
    text: `
      SELECT extract(epoch FROM s.sent_at - p.created_at)::float8 * 1000 AS ms
        FROM purchases p
        JOIN submissions s ON s.purchase_id = p.id AND s.attempt = 1
       WHERE p.reference LIKE $1`,
    values: [`${name}.%`],
  });
  const accepted = msByStatus.get(201) ?? [];
  const answered = [...msByStatus.values()].reduce((sum, { length }) => sum + length, 0);
  const submitted = rows.map(({ ms }) => ms);
  const refused = [...msByStatus].filter(([status]) => status !== 201);
  const failures = [
    ...refused.map(([status, { length }]) => `${length} answered ${status}`),
    ...[
      [unanswered, 'without an answer'],
      [accepted.length - submitted.length, 'accepted, but not submitted'],
    ]
      .filter(([count]) => count !== 0)
      .map(([count, what]) => `${count} ${what}`),
  ];
  return {
    postP99: quantile(accepted, 0.99),
    submitP95: quantile(submitted, 0.95),
    failed: answered + unanswered - submitted.length,
    /** The failures by kind, for the log. */
    failures,
  };
}

function words(ms: number): string {
  return `${Math.round(ms)} ms`;
}
