import type { ClientBase, Pool } from 'pg';
import { type AccountId, idFromUuid, uuidOf } from '../domain/ids.ts';
import { boundsOf, type StatementLine, type UtcDay } from '../domain/statement.ts';

/** Lines that one query of a whole day fetches: some hundred kilobytes, well under a tenth of a second. */
const STREAM_PAGE = 2_000;

/** Lines that one query of a CSV file fetches as text, some hundred kilobytes. */
const TEXT_PAGE = 2_048;

/** Lines of a portion of such a page, some tens of kilobytes. */
const TEXT_PORTION = 256;

/** The numbers of a day's first and last line so far, both in it. */
export interface LineRange {
  readonly firstSeq: number;
  readonly lastSeq: number;
}

/**
 * Which lines a day has; null for none. Lines are dense in seq and never go back in time, so two look-ups bound the day
 * however long the account's history is.
 */
export async function readLineRange(
  db: Pool | ClientBase,
  accountId: AccountId,
  day: UtcDay,
): Promise<LineRange | null> {
  const { start, end } = boundsOf(day);
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

/** Up to `limit` lines of an account from a seq on, in order. */
export async function readLines(
  db: Pool | ClientBase,
  accountId: AccountId,
  range: LineRange,
  limit: number,
): Promise<StatementLine[]> {
  const { rows } = await db.query<LineRow>({
    name: 'read-lines',
    text: `
      SELECT seq, id, type, occurred_at, amount, currency, balance_after, purchase_id, reference, phone_number, bundle_id
        FROM statement_lines
       WHERE account_id = $1 AND seq >= $2 AND seq <= $3
       ORDER BY seq
       LIMIT $4`,
    values: [uuidOf('acc', accountId), range.firstSeq, range.lastSeq, limit],
  });
  return rows.map(readLine);
}

/** A page of a day's lines and, where there are more, the seq that the next one is read after. */
export interface LinePage {
  readonly lines: readonly StatementLine[];
  readonly nextAfterSeq: number | null;
}

/** One page of a day's lines, those after `afterSeq`, in order; from the day's first line with null. */
export async function readLinePage(
  db: Pool,
  accountId: AccountId,
  day: UtcDay,
  afterSeq: number | null,
  limit: number,
): Promise<LinePage> {
  const range = await readLineRange(db, accountId, day);
  if (range === null) return { lines: [], nextAfterSeq: null };

  const firstSeq = Math.max(range.firstSeq, (afterSeq ?? 0) + 1);
  const lines = await readLines(db, accountId, { ...range, firstSeq }, limit);
  const last = lines.at(-1)?.seq ?? range.lastSeq;
  return { lines, nextAfterSeq: last < range.lastSeq ? last : null };
}

/**
 * All lines of a day as they are now, page by page in order of seq. Each page is a query of its own: a slow reader holds
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

/**
 * All lines of a day as they are now, as text that a `StatementCsvWriter` reads: page by page, each a query of its own. The
 * next page is fetched while one is being sent, and none after it: a reader that is slow, or leaves, holds two pages of
 * memory and no connection.
 */
export async function* streamLineText(
  db: Pool,
  accountId: AccountId,
  day: UtcDay,
  pageSize: number = TEXT_PAGE,
): AsyncGenerator<readonly string[]> {
  const range = await readLineRange(db, accountId, day);
  if (range === null) return;

  const fetch = (firstSeq: number) => {
    const page = readLineText(db, accountId, firstSeq, Math.min(range.lastSeq, firstSeq + pageSize - 1));
    // Nobody may be waiting for it any more.
    page.catch(() => {});
    return page;
  };
  let next = fetch(range.firstSeq);
  for (let firstSeq = range.firstSeq; firstSeq <= range.lastSeq; firstSeq += pageSize) {
    const page = await next;
    if (firstSeq + pageSize <= range.lastSeq) next = fetch(firstSeq + pageSize);
    yield page;
  }
}

/**
 * Both ends are in it. Written by PostgreSQL, because an object for each of a million lines would cost more than all else;
 * in portions that arrive in one piece, because larger ones are copied together again and again.
 */
async function readLineText(
  db: Pool,
  accountId: AccountId,
  firstSeq: number,
  lastSeq: number,
): Promise<string[]> {
  const { rows } = await db.query<{ lines: string }>({
    name: 'read-line-text',
    text: `
      SELECT string_agg(concat_ws(',', id, type, occurred_at, coalesce(purchase_id::text, ''), coalesce(reference, ''),
                                  coalesce(phone_number, ''), coalesce(bundle_id, ''), amount, currency, balance_after),
                        chr(10)) || chr(10) AS lines
        FROM (SELECT (seq - $2) / ${TEXT_PORTION} AS portion, id, type, occurred_at AT TIME ZONE 'UTC' AS occurred_at,
                     purchase_id, reference, phone_number, bundle_id, amount, currency, balance_after
                FROM statement_lines
               WHERE account_id = $1 AND seq >= $2 AND seq <= $3
               ORDER BY seq) in_order
       GROUP BY portion
       ORDER BY portion`,
    values: [uuidOf('acc', accountId), firstSeq, lastSeq],
  });
  if (rows.length !== Math.ceil((lastSeq - firstSeq + 1) / TEXT_PORTION))
    throw new RangeError(`statement lines are missing between ${firstSeq} and ${lastSeq}`);
  return rows.map(({ lines }) => lines);
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
