import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AccountMoney,
  applyMove,
  type MovementLine,
  postMovement,
  toEventType,
} from '../../../domain/purchase/movements.ts';
import type { Move, Purchase } from '../../../domain/purchase/purchase.ts';
import { orderWith } from '../../support/domain/orders.ts';

const AT = new Date('2026-03-01T12:00:00.000Z');
const delivery = { confirmedAt: AT, networkReference: null };

function purchaseAt(price: number): Purchase {
  return { order: orderWith({ price }), state: { status: 'pending' } };
}

const CAPTURE: Move = { effect: 'capture', to: { status: 'successful', completedAt: AT, delivery } };
const RELEASE: Move = {
  effect: 'release',
  to: { status: 'failed', completedAt: AT, failureCode: 'network_timeout' },
};
const REFUND: Move = {
  effect: 'refund',
  to: {
    status: 'reversed',
    completedAt: AT,
    delivery,
    reversal: { reversedAt: AT, reason: 'reversed by the network' },
  },
};

const money: AccountMoney = { available: 1_000, held: 500, lineSeq: 7 };

describe('a step of a purchase', () => {
  it.each([
    [
      'a capture charges what was held',
      CAPTURE,
      { available: 1_000, held: 0, lineSeq: 8 },
      { type: 'purchase', seq: 8, amount: -500, balanceAfter: 1_000 },
    ],
    [
      'a release gives the hold back and writes no line',
      RELEASE,
      { available: 1_500, held: 0, lineSeq: 7 },
      null,
    ],
    [
      'a refund pays the price back',
      REFUND,
      { available: 1_500, held: 500, lineSeq: 8 },
      { type: 'reversal', seq: 8, amount: 500, balanceAfter: 2_000 },
    ],
  ] as const)('%s', (_, move, expectedMoney, line) => {
    expect(applyMove(money, purchaseAt(500), move)).toEqual({ money: expectedMoney, line });
  });

  it('throws rather than become inexact', () => {
    const rich = { available: Number.MAX_SAFE_INTEGER, held: 0, lineSeq: 1 };
    expect(() => applyMove(rich, purchaseAt(1), REFUND)).toThrow(RangeError);
  });
});

describe('a movement that is booked', () => {
  it('gets the next number and the balance after it', () => {
    const funded = { ...money, available: 1_250 };
    expect(postMovement(funded, 'funding', 250)).toEqual({
      money: { available: 1_250, held: 500, lineSeq: 8 },
      line: { type: 'funding', seq: 8, amount: 250, balanceAfter: 1_750 },
    });
  });
});

describe('any sequence of movements', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('fund'), amount: fc.integer({ min: 1, max: 1_000_000 }) }),
    fc.record({ kind: fc.constant('hold'), amount: fc.integer({ min: 1, max: 100_000 }) }),
    fc.record({ kind: fc.constantFrom('capture', 'release', 'refund'), nth: fc.nat(50) }),
  );

  it('keeps balances at or above zero, holds the pending prices, and its lines add up to the balance', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const { money: end, lines, pending } = play(steps);
        expect(end.available).toBeGreaterThanOrEqual(0);
        expect(end.held).toBe(pending.reduce((total, { order }) => total + order.price, 0));
        expect(end.available + end.held).toBe(lines.reduce((total, { amount }) => total + amount, 0));
        expect(end.available + end.held).toBe(lines.at(-1)?.balanceAfter ?? 0);
        expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index + 1));
        for (const [index, { amount, balanceAfter }] of lines.entries()) {
          expect(balanceAfter).toBe((lines[index - 1]?.balanceAfter ?? 0) + amount);
        }
      }),
    );
  });
});

type Step =
  | { readonly kind: 'fund' | 'hold'; readonly amount: number }
  | { readonly kind: 'capture' | 'release' | 'refund'; readonly nth: number };

function play(steps: readonly Step[]): { money: AccountMoney; lines: MovementLine[]; pending: Purchase[] } {
  let state: AccountMoney = { available: 0, held: 0, lineSeq: 0 };
  const lines: MovementLine[] = [];
  const pending: Purchase[] = [];
  const charged: Purchase[] = [];
  const keep = (result: { money: AccountMoney; line: MovementLine | null }) => {
    state = result.money;
    if (result.line !== null) lines.push(result.line);
  };

  for (const step of steps) {
    if ('amount' in step) {
      const { kind, amount } = step;
      if (kind === 'fund')
        keep(postMovement({ ...state, available: state.available + amount }, 'funding', amount));
      else if (amount <= state.available) {
        state = { ...state, available: state.available - amount, held: state.held + amount };
        pending.push(purchaseAt(amount));
      }
      continue;
    }
    const from = step.kind === 'refund' ? charged : pending;
    const [purchase] = from.splice(step.nth % Math.max(1, from.length), 1);
    if (purchase === undefined) continue;
    if (step.kind === 'capture') charged.push(purchase);
    keep(applyMove(state, purchase, { capture: CAPTURE, release: RELEASE, refund: REFUND }[step.kind]));
  }
  return { money: state, lines, pending };
}

describe('the event of a final state', () => {
  it('has the type of its status', () => {
    expect([CAPTURE, RELEASE, REFUND].map(({ to }) => toEventType(to))).toEqual([
      'purchase.successful',
      'purchase.failed',
      'purchase.reversed',
    ]);
  });
});
