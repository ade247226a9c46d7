import type { Pool } from 'pg';
import { type AccountId, uuidOf } from '../domain/ids.ts';
import type { UtcDay } from '../domain/statement.ts';
import { copyRows } from './copy-rows.ts';
import { type LineRange, readLineRange } from './statement-lines.ts';

/** Lines of one page, some nine hundred kilobytes. */
const PAGE = 4_096;
/** Of a page that is made; it grows where its lines are longer. */
const BYTES_A_LINE = 220;
/** A page is filled while another waits to be sent and a third is being sent. */
const BUFFERS = 3;

/**
 * Writes a line, given as PostgreSQL copies it out, from and to before, into `out` at `to`; answers where it ended there. It
 * may write as many bytes as it was given. @throws RangeError for what is no line.
 */
export type LineWriter = (bytes: Buffer, from: number, end: number, out: Buffer, to: number) => number;

/**
 * All lines of a day as they are now, written by `write`: page by page, each a query of its own. The next page is fetched
 * while one is being sent, and none after it: a reader that is slow, or leaves, holds three pages of memory and no
 * connection. A page may be read until the one after the next is asked for, for its buffer is used again: new ones would be
 * garbage outside the heap, of which little makes V8 look through the whole heap.
 * @throws RangeError when lines of the day are not there.
 */
export async function* streamLineText(
  db: Pool,
  accountId: AccountId,
  day: UtcDay,
  write: LineWriter,
): AsyncGenerator<Buffer> {
  const range = await readLineRange(db, accountId, day);
  if (range === null) return;

  const pages = Array.from({ length: BUFFERS }, () => createPage(write));
  let turn = 0;
  const fetch = (firstSeq: number) => {
    const lastSeq = Math.min(range.lastSeq, firstSeq + PAGE - 1);
    turn = (turn + 1) % pages.length;
    const page = copyLines(db, accountId, { firstSeq, lastSeq }, pages[turn] ?? createPage(write));
    // Nobody may be waiting for it any more.
    page.catch(() => {});
    return page;
  };
  let next = fetch(range.firstSeq);
  for (let firstSeq = range.firstSeq; firstSeq <= range.lastSeq; firstSeq += PAGE) {
    const page = await next;
    if (firstSeq + PAGE <= range.lastSeq) next = fetch(firstSeq + PAGE);
    yield page;
  }
}

/** COPY is how PostgreSQL writes text fastest, and what it writes arrives as bytes: there is no string and no row. */
async function copyLines(
  db: Pool,
  accountId: AccountId,
  { firstSeq, lastSeq }: LineRange,
  page: Page,
): Promise<Buffer> {
  // COPY takes no parameters; these are a UUID and two numbers.
  const sql = `
    COPY (SELECT id, type, occurred_at AT TIME ZONE 'UTC', purchase_id, reference, phone_number, bundle_id, amount, currency,
                 balance_after
            FROM statement_lines
           WHERE account_id = '${uuidOf('acc', accountId)}' AND seq BETWEEN ${firstSeq} AND ${lastSeq}
           ORDER BY seq) TO STDOUT (FORMAT csv)`;
  page.clear(lastSeq - firstSeq + 1);
  const client = await db.connect();
  try {
    await copyRows(client, sql, page.add);
    client.release();
  } catch (error) {
    client.release(error instanceof Error ? error : true);
    throw error;
  }
  const { text, lines } = page.read();
  if (lines !== lastSeq - firstSeq + 1)
    throw new RangeError(`statement lines are missing between ${firstSeq} and ${lastSeq}`);
  return text;
}

type Page = ReturnType<typeof createPage>;

/** A buffer that lines are written into, again and again. */
function createPage(write: LineWriter) {
  let out = Buffer.alloc(0);
  let length = 0;
  let lines = 0;
  return {
    /** Makes room for so many lines. */
    clear(count: number) {
      if (out.length < count * BYTES_A_LINE) out = Buffer.allocUnsafeSlow(count * BYTES_A_LINE);
      length = 0;
      lines = 0;
    },
    add(bytes: Buffer, from: number, end: number) {
      if (out.length < length + end - from) {
        const larger = Buffer.allocUnsafeSlow(2 * (length + end - from));
        out.copy(larger, 0, 0, length);
        out = larger;
      }
      length = write(bytes, from, end, out, length);
      lines += 1;
    },
    read: () => ({ text: out.subarray(0, length), lines }),
  };
}
