import { expect, it } from 'vitest';
import { type StormFigures, storm } from '../support/routes/storm.ts';

/** More by hand: `ROUTES_PURCHASES=100000 ROUTES_AT_ONCE=300 npx vitest run --project long test/long/routes.test.ts`. */
const PURCHASES = Number(process.env.ROUTES_PURCHASES ?? 600);
/** Enough for the share that one gateway delivers. */
const ONE_GATEWAY_MAX = 10_000;
const SEED = Number(process.env.ROUTES_SEED ?? 7);
/** A second per purchase, far more than one takes. */
const LIMIT_MS = Math.max(20 * 60_000, PURCHASES * 1_000);

it('two gateways in a storm of faults: no second delivery but those that a gateway denied first, and more delivered than by one', {
  timeout: LIMIT_MS,
}, async () => {
  const two = await storm(PURCHASES, SEED, ['main', 'reloadly']);
  show('two gateways', two);
  expect(two.purchases).toBe(PURCHASES);
  // Every second delivery is one that the gateway had denied; each is on record, and the client paid once.
  expect(two.twice).toBeGreaterThan(0);
  expect(two.unexplained).toEqual([]);
  expect([two.scripted, two.named]).toEqual([two.twice, two.twice]);
  expect(two.broken).toEqual([]);
  expect(two.charges).toBe(two.delivered);

  const one = await storm(Math.min(PURCHASES, ONE_GATEWAY_MAX), SEED, ['main']);
  show('one gateway', one);
  expect([one.twice, one.broken, one.charges]).toEqual([0, [], one.delivered]);
  expect(two.delivered / two.purchases).toBeGreaterThan(one.delivered / one.purchases);
  // The other gateway takes a quarter more, and takes it only where the cheaper one is not asked or does not deliver.
  expect(two.cost).toBeLessThan(two.cheapest * 1.25 + two.twice * 1.25);
});

function show(name: string, figures: StormFigures): void {
  const { purchases, delivered, twice, scripted, named, cost, cheapest } = figures;
  const share = ((100 * delivered) / purchases).toFixed(1);
  const more = (100 * (cost / cheapest - 1)).toFixed(1);
  process.stdout.write(
    `${name}: ${delivered} of ${purchases} delivered (${share} %); ${twice} twice, of which ${scripted} were denied first and ` +
      `${named} are on record; cost ${cost.toFixed(2)} USD, ${more} % above the cheapest possible\n`,
  );
}
