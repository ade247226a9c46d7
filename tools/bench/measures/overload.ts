import { setTimeout as sleep } from 'node:timers/promises';
import { createPool } from '../../../db/pool.ts';
import { createMeter } from '../load/costs.ts';
import { runLoad } from '../load/http-load.ts';
import { quantile } from '../load/latencies.ts';
import { type OpenLoadResult, runOpenLoad } from '../load/open-load.ts';
import { cpuMsOf, HAS_PROC } from '../load/proc.ts';
import { type BenchRow, benchRow, median, ratioAtMostRow } from '../report.ts';
import { measureRounds } from '../rounds.ts';
import { type BenchStack, startAccounting } from '../stack.ts';
import { missingPurchases, purchaseRequests } from './accept.ts';

const GOODPUT_GOAL = 0.7;
/** Of the latency of accepted purchases at twice the capacity, against the bound that is promised. */
const BOUND_MS = 1_500;
const ROUND_MS = 5_000;
const WARM_UP_MS = 3_000;
const CAPACITY_CONNECTIONS = 64;
/** Many more than a lane takes, so that what is offered really comes. */
const CONNECTIONS = 4_096;
const RECOVERY_WITHIN_MS = 30_000;
const WELL_IN_A_ROW = 10;
const PROMPT_MS = 100;

interface Side {
  readonly goodput: number;
  readonly p99: number;
  readonly refusedPerSecond: number;
  readonly refusedP50: number;
  readonly cpuMs: number;
  readonly accepted: number;
  readonly refused: number;
  readonly failed: number;
  readonly recoveredMs: number;
}

/**
 * Twice as many purchases as the API can take, on one account, against as many as it can. It measures how many
 * are accepted, how long they wait, what refusals cost, and how soon the API recovers. What it can take is
 * measured first.
 */
export async function benchOverload(log: (line: string) => void): Promise<BenchRow[]> {
  const stack = await startAccounting();
  const pool = createPool(stack.databaseUrl, { max: 2, applicationName: 'bench' });
  try {
    await capacityOf(stack, WARM_UP_MS);
    const meter = await createMeter(pool, stack.pids);
    const rounds = await measureRounds(log, async (round) => {
      const capacity = await capacityOf(stack, ROUND_MS);
      const once = await offer(stack, capacity);
      const twice = await meter.during(() => offer(stack, 2 * capacity));
      log(`  round ${round}, capacity ${Math.round(capacity)} a second`);
      log(`    1 ×: ${inWords(once)}`);
      log(`    2 ×: ${inWords(twice)}`);
      return { capacity, once, twice };
    });
    const errors =
      rounds.reduce((sum, { once, twice }) => sum + once.failed + twice.failed, 0) +
      (await missingPurchases(pool, stack));
    const of = (figure: (round: (typeof rounds)[number]) => number) => rounds.map(figure);
    const middle = (figure: (round: (typeof rounds)[number]) => number) => Math.round(median(of(figure)));
    const sides = (product: (twice: Side) => number, yardstick: (once: Side) => number) =>
      rounds.map(({ once, twice, others }) => ({
        product: product(twice),
        yardstick: yardstick(once),
        others,
      }));
    const goodputs = sides(
      ({ goodput }) => goodput,
      ({ goodput }) => goodput,
    );
    const waits = sides(
      ({ p99 }) => p99,
      () => BOUND_MS,
    );
    const recoveries = sides(
      ({ recoveredMs }) => recoveredMs,
      () => 1_000,
    );
    return [
      {
        ...benchRow('overload, goodput at 2 ×', 'purchases/s', GOODPUT_GOAL, goodputs, errors, {
          'capacity, purchases/s': middle(({ capacity }) => capacity),
          'refused at 2 ×, per second': middle(({ twice }) => twice.refusedPerSecond),
          'refusal, p50 ms': middle(({ twice }) => twice.refusedP50),
          'CPU of the API for a refusal, µs': middle(refusalMicroseconds),
          'CPU of the API for a purchase, µs': middle(({ once }) => (once.cpuMs * 1_000) / once.accepted),
        }),
        costs: meter.perUnit(
          'accepted purchase',
          rounds.reduce((sum, { twice }) => sum + twice.accepted, 0),
        ),
      },
      ratioAtMostRow('overload, p99 of the accepted at 2 ×', 'ms', 1, waits, errors),
      ratioAtMostRow('overload, until all is well again', 'ms', 3, recoveries, errors),
    ];
  } finally {
    await pool.end();
    await stack.stop();
  }
}

/** What a refusal costs the API: its time in the overload, less that of what it accepted there at the price of 1 ×. */
function refusalMicroseconds({ once, twice }: { readonly once: Side; readonly twice: Side }): number {
  const accepting = (once.cpuMs / once.accepted) * twice.accepted;
  return ((twice.cpuMs - accepting) * 1_000) / Math.max(1, twice.refused);
}

async function capacityOf(stack: BenchStack, durationMs: number): Promise<number> {
  const { hostname: host, port } = new URL(stack.apiUrl);
  const load = { host, port: Number(port), connections: CAPACITY_CONNECTIONS, durationMs };
  const { byStatus, seconds } = await runLoad({ ...load, nextRequest: purchaseRequests(stack) });
  return (byStatus.get(201) ?? 0) / seconds;
}

async function offer(stack: BenchStack, perSecond: number): Promise<Side> {
  const cpu = () => (HAS_PROC && stack.pids.API !== undefined ? cpuMsOf(stack.pids.API ?? 0) : 0);
  const cpuBefore = cpu();
  const { hostname: host, port } = new URL(stack.apiUrl);
  const load = { host, port: Number(port), connections: CONNECTIONS, durationMs: ROUND_MS, perSecond };
  const sent = Promise.withResolvers<void>();
  const [offered, recoveredMs] = await Promise.all([
    runOpenLoad({ ...load, nextRequest: purchaseRequests(stack) }, sent.resolve).finally(sent.resolve),
    sent.promise.then(() => recovery(stack)),
  ]);
  return sideOf(offered, cpu() - cpuBefore, recoveredMs);
}

function sideOf(
  { seconds, msByStatus, unanswered }: OpenLoadResult,
  cpuMs: number,
  recoveredMs: number,
): Side {
  const accepted = msByStatus.get(201) ?? [];
  const refused = msByStatus.get(429) ?? [];
  const all = [...msByStatus.values()].reduce((sum, { length }) => sum + length, 0);
  return {
    goodput: accepted.length / seconds,
    p99: quantile(accepted, 0.99),
    refusedPerSecond: refused.length / seconds,
    refusedP50: quantile(refused, 0.5),
    cpuMs,
    accepted: accepted.length,
    refused: refused.length,
    failed: all - accepted.length - refused.length + unanswered,
    recoveredMs,
  };
}

/** From the last request of the overload until purchases sent one by one are accepted, ten in a row, as promptly as ever. */
async function recovery(stack: BenchStack): Promise<number> {
  const began = performance.now();
  let wellSince = began;
  for (let well = 0; well < WELL_IN_A_ROW; ) {
    const sentAt = performance.now();
    if (sentAt - began > RECOVERY_WITHIN_MS) return RECOVERY_WITHIN_MS;
    const accepted = await buyOne(stack, `probe-${sentAt}`).catch(() => false);
    if (accepted && performance.now() - sentAt < PROMPT_MS) well += 1;
    else {
      well = 0;
      wellSince = performance.now();
    }
    await sleep(20);
  }
  return wellSince - began;
}

async function buyOne({ apiUrl, apiKey }: BenchStack, reference: string): Promise<boolean> {
  const response = await fetch(`${apiUrl}/v1/purchases`, {
    method: 'POST',
    signal: AbortSignal.timeout(RECOVERY_WITHIN_MS),
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reference, phone_number: '+2348030000000', bundle_id: 'bnd_mtn_ng_500mb_7d' }),
  });
  await response.text();
  return response.status === 201;
}

function inWords({ goodput, refusedPerSecond, p99, refusedP50, recoveredMs }: Side): string {
  const [good, refused] = [Math.round(goodput), Math.round(refusedPerSecond)];
  return `${good} accepted a second, p99 ${Math.round(p99)} ms; ${refused} refused${refused === 0 ? '' : `, p50 ${Math.round(refusedP50)} ms`}; well after ${Math.round(recoveredMs)} ms`;
}
