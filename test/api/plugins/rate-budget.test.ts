import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRateBudget, type LeasePermits } from '../../../api/plugins/rate-budget.ts';
import type { Permits } from '../../../db/accounts/rate-windows.ts';
import { newId } from '../../../domain/crypto/new-id.ts';

const ACCOUNT = newId('acc');

/** The shared row, as the database keeps it: one lease after the other, each of the second in which it is served. */
function sharedRow(clock: { now: number }) {
  let second = -1;
  let taken = 0;
  return (limit: number, waiting: number): Permits => {
    const current = Math.floor(clock.now / 1_000);
    if (current > second) {
      second = current;
      taken = 0;
    }
    const before = taken;
    taken = Math.max(taken, Math.min(limit, taken + Math.max(waiting, Math.ceil((limit - taken) / 10))));
    return { granted: taken - before, left: limit - taken, endsInMs: (second + 1) * 1_000 - clock.now };
  };
}

/** Processes on one clock whose leases are under way for a while in both directions. */
function createWorld(processes: number, wayMs: () => number) {
  const clock = { now: 123 };
  const serve = sharedRow(clock);
  const due: { at: number; run: () => void }[] = [];
  const later = (run: () => void) => void due.push({ at: clock.now + wayMs(), run });
  const lease: LeasePermits = (_account, limit, waiting) =>
    new Promise((resolve) => {
      later(() => {
        const permits = serve(limit, waiting);
        later(() => resolve(permits));
      });
    });
  const budgets = Array.from({ length: processes }, () => createRateBudget(lease, () => clock.now));
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

/** All processes are asked for far more than there is. */
async function overload({ processes, limit, seed }: Scenario) {
  let drawn = 0;
  const draw = (below: number) => (seed[drawn++ % seed.length] ?? 0) % below;
  const world = createWorld(processes, () => 1 + draw(30));
  const begin = world.clock.now;
  let asked = 0;
  let answered = 0;
  let admitted = 0;
  for (let step = 0; step < 400; step++) {
    for (const budget of world.budgets) {
      for (let burst = draw(Math.ceil(limit / 8) + 3); burst > 0; burst--) {
        asked += 1;
        void budget.take(ACCOUNT, limit).then((taken) => {
          answered += 1;
          if (taken.admitted) admitted += 1;
        });
      }
    }
    await world.step(1 + draw(15));
  }
  for (let step = 0; step < 100; step++) await world.step(20);
  const seconds = Math.floor(world.clock.now / 1_000) - Math.floor(begin / 1_000) + 1;
  return { admitted, unanswered: asked - answered, seconds };
}

const scenario = fc.record({
  processes: fc.integer({ min: 1, max: 5 }),
  limit: fc.integer({ min: 1, max: 300 }),
  seed: fc.array(fc.nat(1_000), { minLength: 50, maxLength: 200 }),
});

describe('a budget that processes share', () => {
  it('is never exceeded by all of them together, and every request is answered', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async (given) => {
        const { admitted, unanswered, seconds } = await overload(given);
        expect(admitted).toBeLessThanOrEqual(seconds * given.limit);
        expect(unanswered).toBe(0);
      }),
      { numRuns: 30 },
    );
  });

  it('is leased by a process for its requests together, and one process can have all of it', async () => {
    const leases: number[] = [];
    const serve = sharedRow({ now: 0 });
    const budget = createRateBudget(
      async (_account, limit, waiting) => {
        leases.push(waiting);
        return serve(limit, waiting);
      },
      () => 0,
    );
    const take = () => budget.take(ACCOUNT, 100);
    expect(await take()).toEqual({ admitted: true, remaining: 99 });
    for (let asked = 2; asked <= 10; asked++) await take();
    expect(leases).toEqual([1]);

    const rest = await Promise.all(Array.from({ length: 100 }, take));
    expect(rest.filter(({ admitted }) => admitted)).toHaveLength(90);
    expect(leases).toEqual([1, 1, 91]);
    expect(await take()).toEqual({ admitted: false, remaining: 0 });
    expect(leases).toHaveLength(3);
  });

  it('is counted for every account by itself, and starts over with each second', async () => {
    const clock = { now: 0 };
    const budget = createRateBudget(
      async (_account, limit) => ({ granted: limit, left: 0, endsInMs: 1_000 }),
      () => clock.now,
    );
    const other = newId('acc');
    const take = async (account: typeof ACCOUNT) => (await budget.take(account, 2)).admitted;
    expect([await take(ACCOUNT), await take(ACCOUNT), await take(ACCOUNT), await take(other)]).toEqual([
      true,
      true,
      false,
      true,
    ]);
    clock.now = 1_000;
    expect(await take(ACCOUNT)).toBe(true);
  });

  it.each<[string, LeasePermits]>([
    ['fail', () => Promise.reject(new Error('no database'))],
    ['come too late', () => Promise.resolve(null)],
  ])('is counted by each process alone while leases %s', async (_what, lease) => {
    const budget = createRateBudget(lease, () => 0);
    const answers = await Promise.all(Array.from({ length: 12 }, () => budget.take(ACCOUNT, 10)));
    expect(answers.filter(({ admitted }) => admitted)).toHaveLength(10);
  });

  it('can be read without taking of it', async () => {
    const budget = createRateBudget(
      async (_account, limit) => ({ granted: 5, left: limit - 5, endsInMs: 1_000 }),
      () => 0,
    );
    expect(budget.peek(ACCOUNT, 50)).toBe(50);
    await budget.take(ACCOUNT, 50);
    expect([budget.peek(ACCOUNT, 50), budget.peek(ACCOUNT, 50)]).toEqual([49, 49]);
  });
});
