import { join } from 'node:path';
import { startBareWorkflows, until } from '../bare/drain-bare.ts';
import { createMeter } from '../load/costs.ts';
import { type BenchRow, benchRow, ROUNDS_MIN } from '../report.ts';
import { startLifecycle } from './lifecycle.ts';

const GOAL = 1.3;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? ROUNDS_MIN);
const PURCHASES = Number(process.env.BENCH_PURCHASES ?? 1_500);
/** Until the workers' code is compiled and the server's first timers have come due. */
const WARM_UP = 1_500;
/** Seldom, for the server counts all that it lists. */
const LISTED_EVERY_MS = 500;

/**
 * Row 2: purchases per second from the first POST to the last webhook that arrives, over DT One's synchronous endpoint, against
 * bare workflows on the same Temporal server (that of TEMPORAL_ADDRESS, where it is set). One account, three networks, one
 * worker process.
 */
export async function benchDrain(log: (line: string) => void): Promise<BenchRow> {
  // Before anything starts: the server's clock may be another.
  const began = new Date();
  const lifecycle = await startLifecycle('sync');
  const { stack, pool, stateDir } = lifecycle;
  const bare = await startBareWorkflows(stack.temporalAddress, join(stateDir, 'logs', 'bare.log'));
  try {
    // Until the server lists them all, or the other side would pay for it.
    const toTheEnd = (side: { drain(count: number): Promise<number> }, workflowType: string) => {
      let started = 0;
      return async (count: number) => {
        const perSecond = await side.drain(count);
        started += count;
        await until(async () => (await bare.listed(workflowType, began)) >= started, LISTED_EVERY_MS);
        return perSecond;
      };
    };
    const [drain, drainBare] = [toTheEnd(lifecycle, 'purchase'), toTheEnd(bare, 'bare')];
    const warm = [await drain(WARM_UP), await drainBare(WARM_UP)];
    log(`  warm-up: ${warm.map(Math.round).join(' against ')} a second`);

    const meter = await createMeter(pool, lifecycle.pids);
    const bareMeter = await createMeter(pool, { worker: bare.workerPid, Temporal: stack.temporal.pid });
    const measured: { product: number; yardstick: number }[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const product = await meter.during(() => drain(PURCHASES));
      const yardstick = await bareMeter.during(() => drainBare(PURCHASES));
      measured.push({ product, yardstick });
      log(
        `  round ${round}: ${Math.round(product)} purchases against ${Math.round(yardstick)} bare workflows a second`,
      );
    }
    return {
      ...benchRow('drain', 'purchases/s', GOAL, measured, await lifecycle.notSuccessful()),
      costs: meter.perUnit('purchase', ROUNDS * PURCHASES),
      yardstickCosts: bareMeter.perUnit('workflow', ROUNDS * PURCHASES),
    };
  } finally {
    await bare.stop();
    await lifecycle.stop();
  }
}
