import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { BringUpError } from '../../stack/failure.ts';
import { until } from '../bare/drain-bare.ts';
import { command, finalOf } from '../batch-fixture.ts';
import { compareHistories, type Measured, type Side } from '../histories/compare-histories.ts';
import { addDelivered } from '../histories/delivered-history.ts';
import { instantFile } from '../histories/instant-purchases.ts';
import { createMeter } from '../load/costs.ts';
import type { BenchRow } from '../report.ts';
import { ROUNDS } from '../rounds.ts';
import { upload } from './csv.ts';
import { type Lifecycle, startLifecycle } from './lifecycle.ts';

const DRAINED = 400;
const WARM_UP = 1_500;
const POLL_MS = 20;
/** After each round, and metered with it: the ends of workflows are part of what purchases cost, and hardly burden the next round. */
const REST_MS = 1_000;

/**
 * What a tenfold history costs a purchase, from 201 to webhook, and a campaign, from its start until its last
 * row is final. They run by turns on two whole stacks, one with many delivered purchases of the account and one
 * with a tenth of them.
 * @throws BringUpError when both would share one Temporal server.
 */
export async function benchGrowthDrain(
  purchases: number,
  log: (line: string) => void,
): Promise<readonly BenchRow[]> {
  if (process.env.TEMPORAL_ADDRESS)
    throw new BringUpError(
      'Temporal: TEMPORAL_ADDRESS is set, but growth-drain compares two stacks, each with its own server. Unset it.',
    );
  const opened: Lifecycle[] = [];
  const open = async (count: number) => {
    log(
      `  writing ${count.toLocaleString('en')} delivered purchases with lines, submissions, events and attempts`,
    );
    const lifecycle = await startLifecycle('sync');
    opened.push(lifecycle);
    await lifecycle.drain(WARM_UP);
    await addDelivered(lifecycle.stack.databaseUrl, lifecycle.accountId, count);
    return lifecycle;
  };
  try {
    const [many, few] = [await open(purchases), await open(purchases / 10)];
    const compare = async (name: string, work: (lifecycle: Lifecycle) => Promise<number>) => {
      const sides = { many: sideOf(many, work), few: sideOf(few, work) };
      const row = await compareHistories(
        { name: `growth-drain: ${name}`, per: 'purchase', rounds: ROUNDS, ...sides },
        log,
      );
      const errors = row.errors + (await many.notSuccessful()) + (await few.notSuccessful());
      return { ...row, errors, reached: row.reached && errors === 0 };
    };
    return [
      await compare('201 to webhook', (lifecycle) => lifecycle.drain(DRAINED)),
      await compare('campaign', drainCampaign),
    ];
  } finally {
    for (const lifecycle of opened) await lifecycle.stop();
  }
}

function sideOf(lifecycle: Lifecycle, work: (lifecycle: Lifecycle) => Promise<number>): Side {
  return {
    async measure(): Promise<Measured> {
      const perSecond = await work(lifecycle);
      await sleep(REST_MS);
      // What failed is counted when all rounds are over.
      return { perSecond, done: DRAINED, failed: 0 };
    },
    meter: () => createMeter(lifecycle.pool, lifecycle.pids),
  };
}

/** Purchases per second, from the start of a campaign until its last row is final. */
async function drainCampaign({ pool, client }: Lifecycle): Promise<number> {
  const id = await upload(client, Buffer.from(instantFile(DRAINED)), `campaign-${randomUUID()}`);
  const began = performance.now();
  await command(client, id, 'start');
  await until(async () => (await finalOf(pool, id)) >= DRAINED, POLL_MS);
  return DRAINED / ((performance.now() - began) / 1_000);
}
