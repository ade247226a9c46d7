import { toUtcDay, type UtcDay } from '../../../domain/money/statement.ts';
import type {
  LineType,
  ModelAccount,
  ModelBooks,
  ModelDay,
  ModelLine,
  ModelPurchase,
  Standing,
} from './model.ts';

// Placement of movements on days and the closing of days, written only from the specification.

/** The books of an account that was opened and funded on a day. */
export function openBooks(day: UtcDay, funded: number): ModelBooks {
  const books: ModelBooks = { firstDay: day, days: new Map(), lastMovement: day, firstOpen: day };
  addLine(books, day, { type: 'funding', amount: funded, purchaseId: null });
  return books;
}

/** The day of a movement, which the clock may have stepped back from. */
function bookingDay(books: ModelBooks, today: UtcDay): UtcDay {
  return [today, books.lastMovement, books.firstOpen].reduce((a, b) => (a > b ? a : b));
}

export function postManualEntry(
  books: ModelBooks,
  today: UtcDay,
  type: 'funding' | 'adjustment',
  amount: number,
): void {
  addLine(books, bookingDay(books, today), { type, amount, purchaseId: null });
}

/** Books the money that moves when a purchase changes from one standing to another. */
export function bookStep(
  books: ModelBooks,
  today: UtcDay,
  { id, price }: ModelPurchase,
  from: Standing,
  to: Standing,
): void {
  const day = bookingDay(books, today);
  if (from.status === to.status) return;
  if (to.status === 'failed') dayOf(books, day).failed += 1;
  if (from.status === 'pending' && to.status !== 'failed')
    addLine(books, day, { type: 'purchase', amount: -price, purchaseId: id });
  if (to.status === 'reversed') addLine(books, day, { type: 'reversal', amount: price, purchaseId: id });
}

/** Closes every ended day; returns them in order. */
export function closeDays(books: ModelBooks, today: UtcDay): UtcDay[] {
  const closed: UtcDay[] = [];
  for (; books.firstOpen < today; books.firstOpen = nextDay(books.firstOpen)) closed.push(books.firstOpen);
  return closed;
}

/** A day's statement and lines as they must be; money in prices, lines sorted. */
export interface ExpectedDay {
  readonly day: UtcDay;
  readonly status: 'open' | 'closed';
  readonly opening: number;
  readonly closing: number;
  readonly totals: Readonly<Record<string, readonly [count: number, amount: number]>>;
  readonly lines: readonly string[];
}

/** Every day from the first to today. */
export function expectedDays({ books }: ModelAccount, today: UtcDay): ExpectedDay[] {
  const until = bookingDay(books, today);
  const expected: ExpectedDay[] = [];
  let balance = 0;
  for (let day = books.firstDay; day <= until; day = nextDay(day)) {
    const { lines, failed } = books.days.get(day) ?? { lines: [], failed: 0 };
    const total = (type: LineType): [number, number] => {
      const amounts = lines.filter((line) => line.type === type).map(({ amount }) => amount);
      return [amounts.length, amounts.reduce((sum, amount) => sum + amount, 0)];
    };
    const closing = lines.reduce((sum, { amount }) => sum + amount, balance);
    expected.push({
      day,
      status: day < books.firstOpen ? 'closed' : 'open',
      opening: balance,
      closing,
      totals: {
        purchases_successful: total('purchase'),
        purchases_failed: [failed, 0],
        reversals: total('reversal'),
        funding: total('funding'),
        adjustments: total('adjustment'),
      },
      lines: lines.map(({ type, amount, purchaseId }) => `${type} ${amount} ${purchaseId}`).toSorted(),
    });
    balance = closing;
  }
  return expected;
}

function addLine(books: ModelBooks, day: UtcDay, line: ModelLine): void {
  dayOf(books, day).lines.push(line);
  books.lastMovement = day;
}

function dayOf({ days }: ModelBooks, day: UtcDay): ModelDay {
  const known = days.get(day);
  if (known !== undefined) return known;
  const made: ModelDay = { lines: [], failed: 0 };
  days.set(day, made);
  return made;
}

function nextDay(day: UtcDay): UtcDay {
  return toUtcDay(new Date(Date.parse(day) + 86_400_000));
}
