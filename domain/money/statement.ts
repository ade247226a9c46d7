import type { Id, PurchaseId } from '../ids.ts';
import type { MovementLine } from '../purchase/movements.ts';
import { type MinorUnits, minorUnits, sum } from './money.ts';

/** A UTC day, `YYYY-MM-DD`: text, so that days compare and sort as they are. */
export type UtcDay = `${number}-${number}-${number}`;

const DAY_MS = 86_400_000;
const DAY = /^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

/** Whether a text names a day that exists; the calendar begins with the year 1, as PostgreSQL's does. */
export function isUtcDay(text: string): text is UtcDay {
  if (!DAY.test(text)) return false;
  // JavaScript reads 31 February as 3 March.
  const start = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(start.getTime()) && start.toISOString().startsWith(text);
}

/**
 * The UTC day that an instant falls on.
 * @throws RangeError outside the years 1 to 9999.
 */
export function toUtcDay(instant: Date): UtcDay {
  const text = instant.toISOString().slice(0, 10);
  if (!isUtcDay(text)) throw new RangeError(`no day of the calendar: ${instant.toISOString()}`);
  return text;
}

/** From 00:00 UTC of a day to 00:00 UTC of the next; `end` is no longer in it. */
export function toDayBounds(day: UtcDay): { readonly start: Date; readonly end: Date } {
  const start = new Date(`${day}T00:00:00.000Z`);
  return { start, end: new Date(start.getTime() + DAY_MS) };
}

/** Days that one list or file may have: a quarter of a year. */
export const STATEMENT_DAYS_MAX = 92;

/** The days from one to another, both included. */
export function daysFrom(day: UtcDay, lastDay: UtcDay): UtcDay[] {
  const days: UtcDay[] = [];
  for (let each = day; each <= lastDay; each = toUtcDay(toDayBounds(each).end)) days.push(each);
  return days;
}

/** How many days there are from one to another, both included; less than one if the other is earlier. */
export function countDays(day: UtcDay, lastDay: UtcDay): number {
  return (toDayBounds(lastDay).end.getTime() - toDayBounds(day).start.getTime()) / DAY_MS;
}

/** A movement of the balance as it was booked. */
export interface StatementLine extends MovementLine {
  readonly id: Id<'stl'>;
  readonly occurredAt: Date;
  readonly currency: string;
  readonly purchaseId: PurchaseId | null;
  readonly reference: string | null;
  readonly phoneNumber: string | null;
  readonly bundleId: string | null;
}

/** The kinds that a day's totals distinguish, by the contract's names. */
export const OUTCOMES = [
  'purchases_successful',
  'purchases_failed',
  'reversals',
  'funding',
  'adjustments',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface Total {
  readonly count: number;
  /** Signed: charges negative, refunds and funding positive. */
  readonly amount: MinorUnits;
}

export type StatementTotals = Readonly<Record<Outcome, Total>>;

/** Lines of one type, added up; a single line is a movement of count 1. */
export interface Movement {
  readonly type: MovementLine['type'];
  readonly count: number;
  readonly amount: MinorUnits;
}

const OUTCOME_OF_LINE = {
  purchase: 'purchases_successful',
  reversal: 'reversals',
  funding: 'funding',
  adjustment: 'adjustments',
} as const satisfies Record<MovementLine['type'], Outcome>;

/** Totals of a day without movements. Failed purchases have a count and no amount: nothing was charged. */
export function totalsWithoutMovements(failedCount: number): StatementTotals {
  const none = { count: 0, amount: 0 };
  return {
    purchases_successful: none,
    purchases_failed: { count: failedCount, amount: 0 },
    reversals: none,
    funding: none,
    adjustments: none,
  };
}

/** The totals with these movements added. */
export function addMovements(totals: StatementTotals, movements: Iterable<Movement>): StatementTotals {
  const added: Record<Outcome, Total> = { ...totals };
  for (const { type, count, amount } of movements) {
    const outcome = OUTCOME_OF_LINE[type];
    const before = added[outcome];
    added[outcome] = { count: before.count + count, amount: minorUnits(before.amount + amount) };
  }
  return added;
}

interface DayBooks {
  readonly day: UtcDay;
  readonly currency: string;
  /** Available plus held at 00:00 UTC. */
  readonly openingBalance: MinorUnits;
  readonly totals: StatementTotals;
}

/** A day's statement. Closed once every movement of the day is recorded and sealed; a closed one never changes. */
export type Statement =
  | (DayBooks & {
      readonly status: 'open';
      readonly closingBalance: null;
      /** Available plus held after the day's last movement so far. */
      readonly runningBalance: MinorUnits;
    })
  | (DayBooks & { readonly status: 'closed'; readonly closingBalance: MinorUnits });

/** An open day as if it had ended with its last movement so far: for tries of reconciliation. It is not sealed, and can change. */
export function closeEarly(statement: Statement): Statement {
  if (statement.status === 'closed') return statement;
  const { runningBalance, ...books } = statement;
  return { ...books, status: 'closed', closingBalance: runningBalance };
}

/** Placement rule 4: the opening balance plus all line amounts is the closing balance, or the running one while open. */
export function addsUp(statement: Statement): boolean {
  const end = statement.status === 'closed' ? statement.closingBalance : statement.runningBalance;
  return minorUnits(statement.openingBalance + netMovement(statement.totals)) === end;
}

/** Sum of all line amounts of a day, signed. */
export function netMovement(totals: StatementTotals): MinorUnits {
  return sum(OUTCOMES.map((outcome) => totals[outcome].amount));
}
