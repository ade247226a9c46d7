import {
  type BatchFixture,
  buySingles,
  command,
  drained,
  finalOf,
  waitUntil,
  withBatchFixture,
} from '../batch-fixture.ts';
import { instantFile } from '../histories/instant-purchases.ts';
import { type BenchRow, benchRow, median } from '../report.ts';
import { measureRounds, ROUNDS } from '../rounds.ts';
import { upload } from './csv.ts';
import { notSuccessful } from './lifecycle.ts';

const ROWS = Number(process.env.BENCH_DRAINED_ROWS ?? 2_000);
/** A large campaign takes half an hour, so it is measured once. */
const CAMPAIGNS = ROWS > 10_000 ? 1 : ROUNDS;
/** Of one phase of the yardstick at most: the steady state is reached in a few hundred. */
const SINGLES_MAX = 5_000;
const SINGLES = Math.min(ROWS, SINGLES_MAX);
/** Purchases per second that the yardstick accepts: several times what is drained. */
const ACCEPTED_PER_SECOND = 500;
const PROGRESS_MS = 30_000;

/**
 * How fast a campaign drains, from its start until its last row is final, without a break, against single purchases, from
 * the first POST until the last is final. Each round has a phase of singles before the campaign and one after it, and is
 * held against their mean: what the servers lose as they fill falls on both sides. The gateway confirms in its answer.
 */
export function benchBatchDrain(log: (line: string) => void): Promise<BenchRow> {
  return withBatchFixture((fixture) => drainRow(fixture, log));
}

async function drainRow(fixture: BatchFixture, log: (line: string) => void): Promise<BenchRow> {
  await drainSingles(fixture, 'warm-up', 500);
  const once = async (round: number) => {
    const before = await drainSingles(fixture, `before-${round}`, SINGLES);
    log(`  round ${round}: ${Math.round(before)} singles a second before the campaign of ${ROWS} rows`);
    const { perSecond: product, slowestPerSecond } = await drainCampaign(fixture, `drain-${round}`, log);
    const after = await drainSingles(fixture, `after-${round}`, SINGLES);
    const yardstick = (before + after) / 2;
    log(`  round ${round}: ${Math.round(product)} rows a second; ${Math.round(after)} singles after it`);
    return { product, yardstick, slowestPerSecond, before, after };
  };
  const measured = await measureRounds(log, once, CAMPAIGNS);
  const slowest = Math.min(...measured.map(({ slowestPerSecond }) => slowestPerSecond));
  const facts = {
    'rows of the campaign': ROWS,
    'singles of each phase': SINGLES,
    'fewest rows a second over 30 s': Math.round(slowest),
    'singles a second before': Math.round(median(measured.map(({ before }) => before))),
    'singles a second after': Math.round(median(measured.map(({ after }) => after))),
  };
  return benchRow('batch-drain', 'purchases/s', 1, measured, await notSuccessful(fixture.pool), facts);
}

/** Single purchases per second, all accepted far faster than they end. */
async function drainSingles(fixture: BatchFixture, name: string, count: number): Promise<number> {
  const began = performance.now();
  await buySingles(fixture, name, ACCEPTED_PER_SECOND, (count * 1_000) / ACCEPTED_PER_SECOND);
  await drained(fixture.pool, `${name}.%`);
  return count / ((performance.now() - began) / 1_000);
}

interface CampaignDrained {
  readonly perSecond: number;
  /** Over the slowest of the spans between two lines of progress; of the whole where it had none. */
  readonly slowestPerSecond: number;
}

async function drainCampaign(
  { pool, manager }: BatchFixture,
  name: string,
  log: (line: string) => void,
): Promise<CampaignDrained> {
  const id = await upload(manager, Buffer.from(instantFile(ROWS)), name);
  const began = performance.now();
  await command(manager, id, 'start');
  const spans: number[] = [];
  let last = { at: began, final: 0 };
  const tell = (final: number) => {
    const at = performance.now();
    if (at - last.at < PROGRESS_MS) return;
    const perSecond = ((final - last.final) * 1_000) / (at - last.at);
    spans.push(perSecond);
    log(
      `    ${Math.round((at - began) / 1_000)} s: ${final} of ${ROWS} rows, ${Math.round(perSecond)} a second`,
    );
    last = { at, final };
  };
  const final = () => finalOf(pool, id);
  await waitUntil(async () => {
    const count = await final();
    tell(count);
    return count >= ROWS;
  }, final);
  const perSecond = ROWS / ((performance.now() - began) / 1_000);
  return { perSecond, slowestPerSecond: Math.min(perSecond, ...spans) };
}
