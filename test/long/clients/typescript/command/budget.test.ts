import { array, assert, constantFrom, integer, property, record } from 'fast-check';
import { expect, it } from 'vitest';
import { createBudget, type Reservation } from '../../../../../clients/typescript/command/mcp/budget.ts';

const money = (amount: number, currency = 'NGN') => ({ amount, currency });
const CAP = 1_000;

it('never lets purchases that may have been made cost more than the cap, in any order of requests', () => {
  const step = record({
    act: constantFrom('reserve', 'keep', 'release'),
    reference: constantFrom('a', 'b', 'c', 'd'),
    amount: integer({ min: 1, max: 700 }),
  });
  assert(
    property(array(step, { maxLength: 40 }), (steps) => {
      const budget = createBudget(money(CAP));
      const open: { reference: string; amount: number; reservation: Reservation }[] = [];
      const mayCost = new Map<string, number>();
      for (const { act, reference, amount } of steps) {
        if (act === 'reserve') {
          const reservation = budget.reserve(reference, money(amount));
          if (reservation.kind === 'reserved') open.push({ reference, amount, reservation });
        } else {
          const ended = open.pop();
          if (ended === undefined) continue;
          if (act === 'release') ended.reservation.release();
          else {
            ended.reservation.keep(null);
            mayCost.set(ended.reference, Math.max(ended.amount, mayCost.get(ended.reference) ?? 0));
          }
        }
        // Each reference buys at most once: at most the dearest of its requests that may have bought, or that are open.
        const worst = new Map(mayCost);
        for (const one of open) worst.set(one.reference, Math.max(one.amount, worst.get(one.reference) ?? 0));
        const sum = [...worst.values()].reduce((total, cost) => total + cost, 0);
        expect(sum).toBeLessThanOrEqual(CAP - budget.left().amount);
        expect(sum).toBeLessThanOrEqual(CAP);
      }
    }),
  );
});

it('refuses another currency, and counts a price that rose', () => {
  const budget = createBudget(money(CAP));
  expect(budget.reserve('a', money(1, 'USD'))).toEqual({ kind: 'other_currency', currency: 'USD' });
  const reserved = budget.reserve('a', money(600));
  if (reserved.kind === 'reserved') reserved.keep(money(700));
  expect(budget.left()).toEqual(money(300));
  expect(budget.reserve('b', money(301))).toEqual({ kind: 'over_cap', left: money(300) });
});
