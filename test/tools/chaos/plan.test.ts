import { describe, expect, it } from 'vitest';
import { partsOf, planFaults } from '../../../tools/chaos/plan/faults.ts';
import { planTraffic, priceOf } from '../../../tools/chaos/plan/traffic.ts';

const RUN_MS = 60_000;
const SEEDS = Array.from({ length: 200 }, (_, seed) => seed + 1);

describe('the plan of faults', () => {
  it('is the same for the same seed, and another one for another seed', () => {
    expect(planFaults(7, RUN_MS)).toEqual(planFaults(7, RUN_MS));
    const plans = new Set(SEEDS.map((seed) => JSON.stringify(planFaults(seed, RUN_MS))));
    expect(plans.size).toBe(SEEDS.length);
  });

  it('has every kind of fault somewhere, at the same time as others, and none after the end', () => {
    const plans = SEEDS.map((seed) => planFaults(seed, RUN_MS));
    const kinds = new Set(plans.flat().map(({ fault }) => fault.kind));
    expect([...kinds].toSorted()).toEqual([
      'clock',
      'crash',
      'cut',
      'kill',
      'lose_answers',
      'pause',
      'postgres_fails_over',
      'postgres_killed',
      'postgres_paused',
      'receiver_fails',
      'refuse',
      'reset',
      'slow',
      'slow_disk',
      'swizzle',
      'temporal_emptied',
      'temporal_killed',
    ]);
    const overlaps = plans.flatMap((plan) =>
      plan.filter((one, at) => plan.some((other, nth) => nth > at && other.fromMs < one.toMs)),
    );
    expect(overlaps.length).toBeGreaterThan(0);
    expect(plans.flat().filter(({ toMs }) => toMs > RUN_MS)).toEqual([]);
  });

  it('never breaks a part that is broken already', () => {
    for (const seed of SEEDS) {
      const onPostgres = planFaults(seed, RUN_MS).filter(({ fault }) => partsOf(fault).includes('postgres'));
      for (const [at, { toMs }] of onPostgres.entries()) {
        expect(onPostgres[at + 1]?.fromMs ?? RUN_MS + 1).toBeGreaterThan(toMs);
      }
    }
  });
});

describe('the plan of clients and operators', () => {
  it('is the same for the same seed, and its faults do not depend on the number of purchases', () => {
    expect(planTraffic(7, RUN_MS, 100)).toEqual(planTraffic(7, RUN_MS, 100));
    expect(planTraffic(8, RUN_MS, 100)).not.toEqual(planTraffic(7, RUN_MS, 100));
  });

  it('buys each single purchase once, uploads each campaign once, and costs more than the funds', () => {
    const { orders, campaigns, actions, funding } = planTraffic(7, RUN_MS, 300);
    const all = [...orders, ...campaigns.flatMap(({ rows }) => rows)];
    expect(all).toHaveLength(300);
    expect(new Set(all.map(({ reference }) => reference)).size).toBe(300);
    expect(new Set(all.map(({ phone_number }) => phone_number)).size).toBe(300);
    expect(actions.filter(({ kind }) => kind === 'buy')).toHaveLength(orders.length);
    expect(actions.filter(({ kind }) => kind === 'upload')).toHaveLength(campaigns.length);
    const cost = all.reduce((sum, { bundle_id }) => sum + priceOf(bundle_id), 0);
    expect(funding).toHaveLength(1);
    expect(funding[0]).toBeLessThan(cost);
  });

  it('shares many purchases among accounts, still with one number and one reference each', () => {
    const { orders, campaigns, funding } = planTraffic(7, RUN_MS, 20_500);
    const all = [...orders, ...campaigns.flatMap(({ rows }) => rows)];
    expect(funding).toHaveLength(21);
    expect(new Set(all.map(({ account }) => account)).size).toBe(21);
    expect(new Set(all.map(({ phone_number }) => phone_number)).size).toBe(20_500);
    expect(new Set(all.map(({ reference }) => reference)).size).toBe(20_500);
    expect(all.filter(({ phone_number }) => !/^\+234\d{10}$/.test(phone_number))).toEqual([]);
    for (const { account, rows } of campaigns) {
      expect(new Set(rows.map((row) => row.account))).toEqual(new Set([account]));
    }
  });
});
