import type { Statement } from '../../../clients/typescript/src/types.ts';
import { neighbour } from './day.ts';

/** The totals that change the balance. */
export const MOVEMENTS = ['purchases_successful', 'reversals', 'funding', 'adjustments'] as const;

/** The books of a day or of several days in a row. Amounts are in minor units. */
export interface Books {
  readonly currency: string;
  readonly opening: number;
  /** Null while the day is open. */
  readonly closing: number | null;
  readonly totals: Statement['totals'];
}

/** The books of one day. */
export function booksOfDay(statement: Statement): Books {
  const { currency, opening_balance: opening, closing_balance: closing, totals } = statement;
  return { currency, opening, closing, totals };
}

/** Opening balance plus all movements: what the balance at the end must be. */
export function expectedClosing({ opening, totals }: Books): number {
  return MOVEMENTS.reduce((sum, name) => sum + totals[name].amount, opening);
}

/** Closed days in a row as one: opening of the first, closing of the last, and all totals added up; null without a day. */
export function addUp(days: readonly Statement[]): Books | null {
  const [first] = days;
  const last = days.at(-1);
  if (first === undefined || last === undefined) return null;
  const sum = (name: keyof Statement['totals']) => ({
    count: days.reduce((count, { totals }) => count + totals[name].count, 0),
    amount: days.reduce((amount, { totals }) => amount + totals[name].amount, 0),
  });
  return {
    currency: first.currency,
    opening: first.opening_balance,
    closing: last.closing_balance,
    totals: {
      purchases_successful: sum('purchases_successful'),
      purchases_failed: sum('purchases_failed'),
      reversals: sum('reversals'),
      funding: sum('funding'),
      adjustments: sum('adjustments'),
    },
  };
}

/** Days, oldest first, that do not add up by themselves, or do not begin where the day before ended. */
export function daysThatDiffer(days: readonly Statement[]): readonly string[] {
  return days.flatMap((day, nth) => {
    const before = days[nth - 1];
    const follows =
      before === undefined ||
      (neighbour(before.date, 1) === day.date && before.closing_balance === day.opening_balance);
    return follows && expectedClosing(booksOfDay(day)) === day.closing_balance ? [] : [day.date];
  });
}
