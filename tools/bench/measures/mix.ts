import { join } from 'node:path';
import { startBareWorkflows } from '../bare/drain-bare.ts';
import { createMeter } from '../load/costs.ts';
import { createDayPurchases } from '../mix/buy.ts';
import { CAMPAIGN_SHARE } from '../mix/day.ts';
import { drainDay, unlikeTheDay } from '../mix/drain.ts';
import { withDay } from '../mix/fixture.ts';
import { type BenchRow, benchRow } from '../report.ts';
import { measureRounds } from '../rounds.ts';
import { pidsOf } from './lifecycle.ts';

/** A callback costs a second workflow task, and a campaign row its upload and release. */
const GOAL = 0.6;
const PURCHASES = Number(process.env.BENCH_PURCHASES ?? 2_000);
const WARM_UP = PURCHASES / 2;

/**
 * The mix of a real day, from its start until every purchase is final and every working endpoint has its event, against bare
 * workflows on the same Temporal server. Campaigns and single purchases run at the same time.
 */
export function benchMix(log: (line: string) => void): Promise<BenchRow> {
  return withDay(async (day) => {
    const { stack, pool, stateDir, receivers } = day;
    const bare = await startBareWorkflows('tuned', stack.temporalAddress, join(stateDir, 'logs', 'bare.log'));
    try {
      const purchases = createDayPurchases(day.clients);
      let part = 0;
      const drain = (count: number) => drainDay(day, purchases, `part-${part++}`, count);
      const warm = [await drain(WARM_UP), await bare.drain(WARM_UP)];
      log(`  warm-up: ${warm.map(Math.round).join(' against ')} a second`);

      const meter = await createMeter(pool, pidsOf(stack));
      const measured = await measureRounds(log, async (round) => {
        const product = await meter.during(() => drain(PURCHASES));
        const yardstick = await bare.drain(PURCHASES);
        log(
          `  round ${round}: ${Math.round(product)} purchases against ${Math.round(yardstick)} bare workflows a second`,
        );
        return { product, yardstick };
      });
      const facts = {
        'purchases of a round': PURCHASES,
        'rows of campaigns, percent': 100 * CAMPAIGN_SHARE,
        'refused by the network': purchases.taken().refused,
        'webhooks that a failing endpoint rejected': receivers.rejected(),
      };
      const errors = await unlikeTheDay(pool, purchases);
      return {
        ...benchRow('mix', 'purchases/s', GOAL, measured, errors, facts),
        costs: meter.perUnit('purchase', measured.length * PURCHASES),
      };
    } finally {
      await bare.stop();
    }
  });
}
