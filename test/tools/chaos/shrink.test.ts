import { describe, expect, it } from 'vitest';
import { type Plan, planOf } from '../../../tools/chaos/plan/plan.ts';
import { minimise } from '../../../tools/chaos/shrink/minimise.ts';
import { shrinkPlan, withoutUnused } from '../../../tools/chaos/shrink/shrink.ts';

const RUN_MS = 60_000;
const NUMBERS = Array.from({ length: 100 }, (_, nth) => nth);

describe('delta debugging', () => {
  it.each([
    ['nothing is needed', []],
    ['one item', [42]],
    ['the first and the last', [0, 99]],
    ['items that are next to each other', [50, 51, 52]],
  ])('leaves what is needed: %s', async (_, needed) => {
    let runs = 0;
    const kept = await minimise(NUMBERS, async (items) => {
      runs += 1;
      return needed.every((one) => items.includes(one));
    });
    expect(kept).toEqual(needed);
    expect(runs).toBeLessThan(NUMBERS.length);
  });

  it('leaves nothing that could be left out alone, even if that depends on what was left out later', async () => {
    // 10 is only needed as long as 90 is there.
    const fails = async (items: readonly number[]) =>
      items.includes(5) && (items.includes(10) || !items.includes(90));
    expect(await minimise(NUMBERS, fails)).toEqual([5]);
  });
});

describe('a plan that fails', () => {
  const plan = planOf(7, { runMs: RUN_MS, purchases: 2_500 });
  const everything = Number.POSITIVE_INFINITY;

  it('keeps only the faults, actions and rows that it needs, and is short', async () => {
    const isKill = ({ faults }: Plan) => faults.some(({ fault }) => fault.kind === 'kill');
    const conflicts = ({ traffic }: Plan) =>
      traffic.actions.some(
        (one) =>
          one.kind === 'conflict' &&
          traffic.actions.some((other) => other.kind === 'buy' && other.order === one.order),
      );
    const uploads = ({ traffic }: Plan) =>
      traffic.actions.some((one) => one.kind === 'upload' && traffic.campaigns[one.campaign]?.rows.length);
    const fails = async (one: Plan) => isKill(one) && conflicts(one) && Boolean(uploads(one));
    expect(await fails(plan)).toBe(true);

    const { runMs, faults, traffic } = await shrinkPlan(plan, fails, everything);
    expect(faults.map(({ fault }) => fault.kind)).toEqual(['kill']);
    expect(traffic.actions.map(({ kind }) => kind).toSorted()).toEqual(['buy', 'conflict', 'upload']);
    expect(traffic.orders).toHaveLength(1);
    expect(traffic.campaigns.map(({ rows }) => rows.length)).toEqual([1]);
    expect(runMs).toBeLessThan(4_000);
    expect(Math.max(...traffic.actions.map(({ atMs }) => atMs))).toBeLessThanOrEqual(runMs);
  });

  it('is returned as small as it was when no more runs are allowed', async () => {
    let runs = 0;
    const fails = async ({ faults }: Plan) => {
      runs += 1;
      return faults.length > 0;
    };
    const smaller = await shrinkPlan(plan, fails, 3);
    expect(runs).toBe(3);
    expect(await fails(smaller)).toBe(true);
    expect(smaller.faults.length).toBeLessThan(plan.faults.length);
  });

  it('stays as it is if every smaller plan passes', async () => {
    const { traffic } = plan;
    const shrunk = await shrinkPlan(plan, async () => false, everything);
    expect(shrunk).toEqual({ ...plan, traffic: withoutUnused(traffic) });
    expect(shrunk.traffic.actions).toHaveLength(traffic.actions.length);
  });

  it('names the same orders, campaigns and accounts after the unused ones are gone', () => {
    const { traffic } = plan;
    const order = traffic.orders.findIndex(({ account }) => account === 2);
    const campaign = traffic.campaigns.findIndex(({ account }) => account === 1);
    const actions = [
      { atMs: 1, kind: 'buy', order },
      { atMs: 2, kind: 'upload', campaign },
    ] as const;
    const small = withoutUnused({ ...traffic, actions });
    expect(small.actions).toEqual([
      { atMs: 1, kind: 'buy', order: 0 },
      { atMs: 2, kind: 'upload', campaign: 0 },
    ]);
    expect(small.orders).toEqual([{ ...traffic.orders[order], account: 1 }]);
    expect(small.campaigns[0]?.rows[0]?.reference).toBe(traffic.campaigns[campaign]?.rows[0]?.reference);
    expect(small.funding).toEqual(traffic.funding.slice(1));
  });
});
