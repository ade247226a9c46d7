import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  computeCredit,
  createSharedBudget,
  type Lease,
  type LeaseRequest,
} from '../../../domain/network/shared-budget.ts';

/** The shared row, as the database keeps it: one lease after the other, each of the second in which it is served. */
function sharedWindow(clock: { now: number }) {
  let window = -1;
  let taken = 0;
  return ({ limit, owed, waiting }: LeaseRequest): Lease => {
    const current = Math.floor(clock.now / 1_000);
    if (current > window) {
      window = current;
      taken = 0;
    }
    const before = taken;
    taken = Math.max(
      taken,
      Math.min(limit, taken + owed + Math.max(waiting, Math.ceil((limit - taken) / 10))),
    );
    return {
      window,
      granted: taken - before,
      left: limit - taken,
      endsInMs: (window + 1) * 1_000 - clock.now,
    };
  };
}

/** Processes on one clock whose leases are under way for a while in both directions. */
function createWorld(processes: number, wayMs: () => number) {
  const clock = { now: 123 };
  const serve = sharedWindow(clock);
  const due: { at: number; run: () => void }[] = [];
  const later = (run: () => void) => void due.push({ at: clock.now + wayMs(), run });
  const budgets = Array.from({ length: processes }, () =>
    createSharedBudget({
      lease: (_key, request) =>
        new Promise((resolve) => {
          later(() => {
            const lease = serve(request);
            later(() => resolve(lease));
          });
        }),
      now: () => clock.now,
      msToSecondEnd: () => 1_000 - (clock.now % 1_000),
      together: async () => {},
    }),
  );
  return {
    clock,
    budgets,
    async step(ms: number) {
      clock.now += ms;
      for (let at = due.findIndex((each) => each.at <= clock.now); at !== -1; ) {
        due.splice(at, 1)[0]?.run();
        await settled();
        at = due.findIndex((each) => each.at <= clock.now);
      }
      await settled();
    },
  };
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await Promise.resolve();
}

interface Scenario {
  readonly processes: number;
  readonly limit: number;
  readonly seed: readonly number[];
}

/** Everybody asks for far more than there is; answers how many were admitted, and in how many windows. */
async function overload({ processes, limit, seed }: Scenario) {
  let drawn = 0;
  const draw = (below: number) => (seed[drawn++ % seed.length] ?? 0) % below;
  const world = createWorld(processes, () => 1 + draw(30));
  const begin = world.clock.now;
  let admitted = 0;
  for (let step = 0; step < 400; step++) {
    for (const budget of world.budgets) {
      for (let burst = draw(Math.ceil(limit / 8) + 3); burst > 0; burst--) {
        void Promise.resolve(budget.take('account', limit)).then((taken) => {
          if (taken.admitted) admitted += 1;
        });
      }
    }
    await world.step(1 + draw(15));
  }
  for (let step = 0; step < 100; step++) await world.step(20);
  const windows = Math.floor(world.clock.now / 1_000) - Math.floor(begin / 1_000) + 1;
  return { admitted, windows };
}

const scenario = fc.record({
  processes: fc.integer({ min: 1, max: 5 }),
  limit: fc.integer({ min: 1, max: 300 }),
  seed: fc.array(fc.nat(1_000), { minLength: 50, maxLength: 200 }),
});

describe('a budget that processes share', () => {
  it('is never exceeded by more than the credit of each process, and by one process alone not at all', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async (given) => {
        const { admitted, windows } = await overload(given);
        const { processes, limit } = given;
        const credit = processes === 1 ? 0 : processes * computeCredit(limit);
        expect(admitted).toBeLessThanOrEqual(windows * (limit + credit));
      }),
      { numRuns: 30 },
    );
  });

  it('admits without waiting while requests are few, and asks for no lease', () => {
    const leases: LeaseRequest[] = [];
    const budget = createSharedBudget({
      lease: (_key, request) => {
        leases.push(request);
        return new Promise(() => {});
      },
      now: () => 0,
      msToSecondEnd: () => 500,
      together: async () => {},
    });
    for (let asked = 1; asked <= 3; asked++) {
      expect(budget.take('account', 100)).toEqual({ admitted: true, remaining: 100 - asked, resetMs: 500 });
    }
    expect(leases).toEqual([]);
  });

  it('counts every key by itself, and begins anew with each window', async () => {
    const clock = { now: 0 };
    const budget = createSharedBudget({
      lease: async (_key, { limit }) => ({ window: clock.now, granted: limit, left: 0, endsInMs: 1_000 }),
      now: () => clock.now,
      msToSecondEnd: () => 1_000,
      together: async () => {},
    });
    const take = async (key: string) => (await budget.take(key, 2)).admitted;
    expect([await take('a'), await take('a'), await take('a'), await take('b')]).toEqual([
      true,
      true,
      false,
      true,
    ]);
    clock.now = 1_500;
    expect(await take('a')).toBe(true);
  });

  it('is counted by each process alone while leases fail', async () => {
    const budget = createSharedBudget({
      lease: () => Promise.reject(new Error('no database')),
      now: () => 0,
      msToSecondEnd: () => 1_000,
      together: async () => {},
    });
    const verdicts: boolean[] = [];
    for (let asked = 0; asked < 12; asked++) verdicts.push((await budget.take('account', 10)).admitted);
    expect(verdicts.filter(Boolean)).toHaveLength(10);
  });

  it('can be told without taking of it', async () => {
    const budget = createSharedBudget({
      lease: async (_key, { limit }) => ({ window: 1, granted: 1, left: limit - 1, endsInMs: 1_000 }),
      now: () => 0,
      msToSecondEnd: () => 700,
      together: async () => {},
    });
    expect(budget.peek('account', 50)).toEqual({ remaining: 50, resetMs: 700 });
    expect(budget.peek('account', 50)).toEqual({ remaining: 50, resetMs: 700 });
  });
});
