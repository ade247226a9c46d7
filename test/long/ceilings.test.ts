import { afterAll, describe, expect, it } from 'vitest';
import { MORE_APIS } from '../../tools/stack/stack-processes.ts';
import {
  ceilingsOf,
  limitTheDay,
  openCappedKeys,
  startCampaigns,
  watchCeilings,
} from '../support/ceilings/ceilings.ts';
import { postAsKeys } from '../support/ceilings/load.ts';
import { endsWell, eventually } from '../support/faults/ends-well.ts';
import { type FaultStack, OWN_SERVERS, report, startFaultStack } from '../support/faults/fault-stack.ts';
import { bodiesOf } from '../support/faults/load.ts';
import { seeded } from '../support/faults/seed.ts';

/** More by hand: `CEILINGS_PURCHASES=100000 npm run test:long -- test/long/ceilings.test.ts`. */
const PURCHASES = Number(process.env.CEILINGS_PURCHASES ?? 20_000);
/** Of each key and day, in kobo: no sum of prices is exactly this. */
const CAPS = [10_000_019, 9_000_007, 15_000_011, 7_500_013, 12_000_017, 20_000_003] as const;
/** Of the account and day: less than its keys may spend together. */
const DAY_LIMIT = 60_000_001;
const EXPECTED: ReadonlySet<string> = new Set([
  'accepted',
  'spend_cap_exceeded',
  'spending_limit',
  'network_unavailable',
]);
/** Every bundle costs at least this. */
const CHEAPEST = 55_000;
const SETTLED_MS = 10 * 60_000;
/** Delivered, and refused, so that money returns under the caps while they are spent. */
const ENDINGS = ['000', '001', '010', '020', '402'] as const;

describe.runIf(OWN_SERVERS)('purchases over four API processes', () => {
  const random = seeded(import.meta.url);
  const started: FaultStack[] = [];
  const watches: { end: () => void }[] = [];
  afterAll(async () => {
    for (const { end } of watches) end();
    for (const { stop } of started) await stop();
  });

  it('never spend more than the caps of keys, the limit of the day and the costs of campaigns', async () => {
    const stack = await startFaultStack({
      network: { inFlightMax: 200 },
      postgresSettings: { max_connections: '400' },
    });
    started.push(stack);
    const more = await Promise.all(MORE_APIS.map((name) => stack.stack.restart(name)));
    const urls = [stack.apiUrl, ...more.map(({ ready }) => ready.url ?? '')];
    await limitTheDay(stack, DAY_LIMIT);
    const keys = await openCappedKeys(stack, CAPS);
    const watch = watchCeilings(stack.pool);
    watches.push(watch);
    const batches = await startCampaigns(urls, keys);
    const bodies = bodiesOf({ name: 'ceilings', count: PURCHASES, endings: ENDINGS, random });
    const posted = await postAsKeys(urls, keys, bodies, random);

    const answers = Map.groupBy(posted, ({ kind, code }) => code ?? kind);
    expect([...answers.keys()]).toEqual(
      expect.arrayContaining(['accepted', 'spend_cap_exceeded', 'spending_limit']),
    );
    // A network may become unavailable under this load.
    expect([...answers.keys()].filter((code) => !EXPECTED.has(code))).toEqual([]);
    await eventually('no campaign is running', SETTLED_MS, () => batches.haveStopped());
    watch.end();
    await endsWell(stack, posted, SETTLED_MS);
    const { looks, exceeded } = await watch.result();
    expect(exceeded).toEqual([]);
    expect(looks).toBeGreaterThan(20);

    // Tries again, now that all is settled: refusals were about the ceilings, and what is left buys nothing.
    const again = bodiesOf({ name: 'again', count: 500, endings: ['000'], random });
    await endsWell(stack, [...posted, ...(await postAsKeys(urls, keys, again, random))], SETTLED_MS);
    const day = (await ceilingsOf(stack.pool)).find(({ of }) => of.startsWith('day'));
    expect(DAY_LIMIT - (day?.spent ?? 0)).toBeLessThan(CHEAPEST);
    report({
      fault: `${PURCHASES} purchases and 6 campaigns over 4 APIs, 6 keys with caps`,
      broken: `prices rose ${looks} times; ${answers.get('spend_cap_exceeded')?.length} refused by caps`,
      held: `at no look was a cap, the limit of the day or the cost of a campaign exceeded`,
      seconds: null,
    });
  });
});
