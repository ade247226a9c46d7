import type { ClientBase, Pool } from 'pg';
import { type AccountId, idFromUuid, uuidOf } from '../../domain/ids.ts';
import { type StatementLine, toDayBounds, type UtcDay } from '../../domain/money/statement.ts';
import type { Reader } from '../account-reads.ts';

/** Lines that one query of a whole day fetches: some hundred kilobytes, well under a tenth of a second. */
const STREAM_PAGE = 2_000;

/** The numbers of a day's first and last line so far, both in it. */
export interface LineRange {
  readonly firstSeq: number;
  readonly lastSeq: number;
}

/**
 * Which lines a day has, or all days up to a last one; null for none. Lines are dense in seq and never go back in time, so two look-ups bound the day
 * even in a long history.
 */
export async function readLineRange(
  db: Reader,
  accountId: AccountId,
  day: UtcDay,
  lastDay: UtcDay = day,
): Promise<LineRange | null> {
  const { start } = toDayBounds(day);
  const { end } = toDayBounds(lastDay);
  const { rows } = await db.query<{ first: number | null; last: number | null }>({
    name: 'read-line-range',
    text: `
      SELECT (SELECT seq
                FROM statement_lines
               WHERE account_id = $1 AND occurred_at >= $2 AND occurred_at < $3
               ORDER BY occurred_at, seq
               LIMIT 1) AS first,
             (SELECT seq
                FROM statement_lines
               WHERE account_id = $1 AND occurred_at >= $2 AND occurred_at < $3
               ORDER BY occurred_at DESC, seq DESC
               LIMIT 1) AS last`,
    values: [uuidOf('acc', accountId), start, end],
  });
  const { first = null, last = null } = rows[0] ?? {};
  return first === null || last === null ? null : { firstSeq: first, lastSeq: last };
}

/** Which lines are wanted; null for all. Lines of a purchase have its reference and number. */
export interface LineFilter {
  readonly type: StatementLine['type'] | null;
  readonly reference: string | null;
  readonly phoneNumber: string | null;
}

const ALL_LINES: LineFilter = { type: null, reference: null, phoneNumber: null };

/** Both are found by an index, so that a rare line is not searched in all lines of a day; and also if the purchase was archived. */
const CONDITIONS = {
  type: (at: number) => `type = $${at}`,
  reference: (at: number) =>
    `purchase_id = ANY (ARRAY (SELECT purchase_id FROM purchase_references WHERE account_id = $1 AND reference = $${at}))`,
  phoneNumber: (at: number) => `phone_number = $${at}`,
} as const satisfies Record<keyof LineFilter, (at: number) => string>;

const FILTERS = ['type', 'reference', 'phoneNumber'] as const satisfies readonly (keyof LineFilter)[];

/** Up to `limit` lines of an account from a seq on, in order. */
export async function readLines(
  db: Reader,
  accountId: AccountId,
  range: LineRange,
  limit: number,
  filter: LineFilter = ALL_LINES,
): Promise<StatementLine[]> {
  const set = FILTERS.filter((name) => filter[name] !== null);
  const { rows } = await db.query<LineRow>({
    name: ['read-lines', ...set].join('-'),
    text: `
      SELECT seq, id, type, occurred_at, amount, currency, balance_after, purchase_id, reference, phone_number, bundle_id
        FROM statement_lines
       WHERE account_id = $1 AND seq >= $2 AND seq <= $3${set.map((name, nth) => ` AND ${CONDITIONS[name](nth + 5)}`).join('')}
       ORDER BY seq
       LIMIT $4`,
    values: [
      uuidOf('acc', accountId),
      range.firstSeq,
      range.lastSeq,
      limit,
      ...set.map((name) => filter[name]),
    ],
  });
  return rows.map(readLine);
}

/** A page of a day's lines and, where there are more, the seq that the next one is read after. */
export interface LinePage {
  readonly lines: readonly StatementLine[];
  readonly nextAfterSeq: number | null;
}

/** One page of the lines of a day, or of all days up to a last one: those after `afterSeq`, in order; from the first line with null. */
export async function readLinePage(
  db: Reader,
  accountId: AccountId,
  day: UtcDay,
  afterSeq: number | null,
  limit: number,
  filter: LineFilter = ALL_LINES,
  lastDay: UtcDay = day,
): Promise<LinePage> {
  const range = await readLineRange(db, accountId, day, lastDay);
  if (range === null) return { lines: [], nextAfterSeq: null };

  const firstSeq = Math.max(range.firstSeq, (afterSeq ?? 0) + 1);
  const lines = await readLines(db, accountId, { ...range, firstSeq }, limit, filter);
  const last = lines.at(-1)?.seq ?? range.lastSeq;
  return { lines, nextAfterSeq: last < range.lastSeq ? last : null };
}

/**
 * All lines of a day as they are now, page by page in order of seq. Each page is a separate query: a slow reader holds
 * no transaction, and lines booked meanwhile are left out.
 */
export async function* streamStatementLines(
  db: Pool | ClientBase,
  accountId: AccountId,
  day: UtcDay,
  pageSize: number = STREAM_PAGE,
): AsyncGenerator<readonly StatementLine[]> {
  const range = await readLineRange(db, accountId, day);
  if (range === null) return;

  for (let firstSeq = range.firstSeq; firstSeq <= range.lastSeq; ) {
    const lines = await readLines(db, accountId, { ...range, firstSeq }, pageSize);
    const last = lines.at(-1);
    if (last === undefined) return;
    yield lines;
    firstSeq = last.seq + 1;
  }
}

interface LineRow {
  readonly seq: number;
  readonly id: string;
  readonly type: StatementLine['type'];
  readonly occurred_at: Date;
  readonly amount: number;
  readonly currency: string;
  readonly balance_after: number;
  readonly purchase_id: string | null;
  readonly reference: string | null;
  readonly phone_number: string | null;
  readonly bundle_id: string | null;
}

function readLine(row: LineRow): StatementLine {
  return {
    seq: row.seq,
    id: idFromUuid('stl', row.id),
    type: row.type,
    occurredAt: row.occurred_at,
    amount: row.amount,
    currency: row.currency,
    balanceAfter: row.balance_after,
    purchaseId: row.purchase_id === null ? null : idFromUuid('pur', row.purchase_id),
    reference: row.reference,
    phoneNumber: row.phone_number,
    bundleId: row.bundle_id,
  };
}
