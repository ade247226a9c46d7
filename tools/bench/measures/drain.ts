import { join } from 'node:path';
import { type BareKind, type BareWorkflows, startBareWorkflows, until } from '../bare/drain-bare.ts';
import { createMeter, type Meter } from '../load/costs.ts';
import { type BenchRow, benchRow } from '../report.ts';
import { measureRounds, measureThereAndBack } from '../rounds.ts';
import { startLifecycle } from './lifecycle.ts';

const GOAL = 1.3;
const PURCHASES = Number(process.env.BENCH_PURCHASES ?? 1_500);
/** Until the workers' code is compiled and the server's first timers have come due: with half as many, the first round was slower. */
const WARM_UP = 2 * PURCHASES;
/** Seldom, for the server counts all that it lists. */
const LISTED_EVERY_MS = 500;

/**
 * Row 2: purchases per second from the first POST to the last webhook that arrives, over DT One's synchronous endpoint, against
 * bare workflows on the same Temporal server (that of TEMPORAL_ADDRESS, where it is set): once with our options, once with none.
 * One account, three networks, one worker process.
 */
export async function benchDrain(log: (line: string) => void): Promise<BenchRow[]> {
  // Before anything starts: the server's clock may be another.
  const began = new Date();
  const lifecycle = await startLifecycle('sync');
  const { stack, pool, stateDir } = lifecycle;
  const startBare = (kind: BareKind) =>
    startBareWorkflows(kind, stack.temporalAddress, join(stateDir, 'logs', `${kind}.log`));
  const [tuned, plain] = [await startBare('tuned'), await startBare('plain')];
  try {
    // Until the server lists them all, or the other side would pay for it.
    const started = new Map<string, number>();
    const toTheEnd = (side: Pick<BareWorkflows, 'drain'>, workflowType: string) => async (count: number) => {
      const perSecond = await side.drain(count);
      const all = (started.get(workflowType) ?? 0) + count;
      started.set(workflowType, all);
      await until(async () => (await tuned.listed(workflowType, began)) >= all, LISTED_EVERY_MS);
      return perSecond;
    };
    const drain = toTheEnd(lifecycle, 'purchase');
    const [drainTuned, drainPlain] = [toTheEnd(tuned, 'bare'), toTheEnd(plain, 'bare')];
    const warm = [await drain(WARM_UP), await drainTuned(WARM_UP), await drainPlain(WARM_UP)];
    log(`  warm-up: ${warm.map(Math.round).join(' against ')} a second`);

    const meter = await createMeter(pool, lifecycle.pids);
    const meterOf = ({ workerPid }: BareWorkflows) =>
      createMeter(pool, { worker: workerPid, Temporal: stack.temporal.pid });
    const [tunedMeter, plainMeter] = [await meterOf(tuned), await meterOf(plain)];
    const rounds = await measureRounds(log, async (round) => {
      const rates = await measureThereAndBack(
        {
          product: (count) => meter.during(() => drain(count)),
          tuned: (count) => tunedMeter.during(() => drainTuned(count)),
          plain: (count) => plainMeter.during(() => drainPlain(count)),
        },
        PURCHASES,
      );
      log(
        `  round ${round}: ${Math.round(rates.product)} purchases a second; bare workflows: ${Math.round(rates.tuned)} tuned, ${Math.round(rates.plain)} plain`,
      );
      return rates;
    });
    const errors = await lifecycle.notSuccessful();
    const row = (name: string, kind: BareKind, yardstickMeter: Meter): BenchRow => {
      const measured = rounds.map((each) => ({ ...each, yardstick: each[kind] }));
      const done = rounds.length * PURCHASES;
      const yardstickCosts = yardstickMeter.perUnit('workflow', done);
      const costs = meter.perUnit('purchase', done);
      return { ...benchRow(name, 'purchases/s', GOAL, measured, errors), costs, yardstickCosts };
    };
    return [row('drain', 'tuned', tunedMeter), row('drain, plain yardstick', 'plain', plainMeter)];
  } finally {
    await plain.stop();
    await tuned.stop();
    await lifecycle.stop();
  }
}
