import { assertNever } from '../assert-never.ts';
import { type MinorUnits, minorUnits } from '../money/money.ts';
import type { Move, Purchase, PurchaseState } from './purchase.ts';

/** An account's money as read under its lock. */
export interface AccountMoney {
  readonly available: MinorUnits;
  readonly held: MinorUnits;
  readonly lineSeq: number;
}

/** A movement of the balance, as its statement line will show it. */
export interface MovementLine {
  readonly type: 'purchase' | 'reversal' | 'funding' | 'adjustment';
  readonly seq: number;
  readonly amount: MinorUnits;
  readonly balanceAfter: MinorUnits;
}

/** The events that report the final states of purchases. */
export const PURCHASE_EVENTS = ['purchase.successful', 'purchase.failed', 'purchase.reversed'] as const;
export type PurchaseEventType = (typeof PURCHASE_EVENTS)[number];

/** The money of an account after one step of a purchase, with the line it writes (a release writes none). */
export function applyMove(
  money: AccountMoney,
  purchase: Purchase,
  move: Move,
): { readonly money: AccountMoney; readonly line: MovementLine | null } {
  const { price } = purchase.order;
  switch (move.effect) {
    case 'capture':
      return postMovement({ ...money, held: minorUnits(money.held - price) }, 'purchase', -price);
    case 'refund':
      return postMovement({ ...money, available: minorUnits(money.available + price) }, 'reversal', price);
    case 'release':
      return {
        money: {
          ...money,
          available: minorUnits(money.available + price),
          held: minorUnits(money.held - price),
        },
        line: null,
      };
    default:
      return assertNever(move);
  }
}

/** Numbers and dates a movement that `money` already contains. */
export function postMovement(
  money: AccountMoney,
  type: MovementLine['type'],
  amount: MinorUnits,
): { readonly money: AccountMoney; readonly line: MovementLine } {
  const seq = money.lineSeq + 1;
  const balanceAfter = minorUnits(money.available + money.held);
  return { money: { ...money, lineSeq: seq }, line: { type, seq, amount, balanceAfter } };
}

/** The event that reports a state; `pending` has none. */
export function toEventType(state: Exclude<PurchaseState, { status: 'pending' }>): PurchaseEventType {
  return `purchase.${state.status}`;
}
