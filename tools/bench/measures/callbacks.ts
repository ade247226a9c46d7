import { DEFAULT_SETTINGS } from '../../../services/catalogue/demo/seed.ts';
import { BringUpError } from '../../stack/failure.ts';
import { createMeter } from '../load/costs.ts';
import { type BenchRow, benchRow } from '../report.ts';
import { measureRounds, measureThereAndBack } from '../rounds.ts';
import { startLifecycle } from './lifecycle.ts';

/** A callback costs a request, a second workflow task and a timer more. */
const GOAL = 0.6;
const PURCHASES = Number(process.env.BENCH_PURCHASES ?? 1_500);
const WARM_UP = PURCHASES;

/**
 * Purchases per second from the first POST to the last webhook at the rates of the shipped catalogue, over a gateway that calls
 * back, against one that confirms in its answer. Two whole stacks by turns.
 * @throws BringUpError when both would share one Temporal server
 */
export async function benchCallbacks(log: (line: string) => void): Promise<BenchRow> {
  if (process.env.TEMPORAL_ADDRESS)
    throw new BringUpError(
      'Temporal: TEMPORAL_ADDRESS is set, but callbacks compares two stacks, each with its own server. Unset it.',
    );
  const byCallback = await startLifecycle('async', DEFAULT_SETTINGS);
  try {
    const inAnswer = await startLifecycle('sync', DEFAULT_SETTINGS);
    try {
      const warm = [await byCallback.drain(WARM_UP), await inAnswer.drain(WARM_UP)];
      log(`  warm-up: ${warm.map(Math.round).join(' against ')} a second`);
      const [meter, syncMeter] = [
        await createMeter(byCallback.pool, byCallback.pids),
        await createMeter(inAnswer.pool, inAnswer.pids),
      ];
      const measured = await measureRounds(log, async (round) => {
        const rates = await measureThereAndBack(
          {
            product: (count) => meter.during(() => byCallback.drain(count)),
            yardstick: (count) => syncMeter.during(() => inAnswer.drain(count)),
          },
          PURCHASES,
        );
        log(
          `  round ${round}: ${Math.round(rates.product)} by callback against ${Math.round(rates.yardstick)} in the answer a second`,
        );
        return rates;
      });
      const errors = (await byCallback.notSuccessful()) + (await inAnswer.notSuccessful());
      return {
        ...benchRow('callbacks', 'purchases/s', GOAL, measured, errors),
        costs: meter.perUnit('purchase', measured.length * PURCHASES),
        yardstickCosts: syncMeter.perUnit('purchase', measured.length * PURCHASES),
      };
    } finally {
      await inAnswer.stop();
    }
  } finally {
    await byCallback.stop();
  }
}
