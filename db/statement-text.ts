import type { Pool } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type AccountId, uuidOf } from '../domain/ids.ts';
import type { UtcDay } from '../domain/statement.ts';
import { type LineRange, readLineRange } from './statement-lines.ts';

/** Lines of one page: a megabyte and more. */
const PAGE = 8_192;
const LINE_FEED = 10;

/**
 * All lines of a day as they are now, as text that `writeStatementLines` reads: page by page, each a query of its own. The
 * next page is fetched while one is being sent, and none after it: a reader that is slow, or leaves, holds two pages of
 * memory and no connection. A page may be read until the next one is asked for.
 * @throws RangeError when lines of the day are not there.
 */
export async function* streamLineText(db: Pool, accountId: AccountId, day: UtcDay): AsyncGenerator<Buffer> {
  const range = await readLineRange(db, accountId, day);
  if (range === null) return;

  const buffers = createTwoBuffers();
  const fetch = (firstSeq: number) => {
    const lastSeq = Math.min(range.lastSeq, firstSeq + PAGE - 1);
    const page = copyLines(db, accountId, { firstSeq, lastSeq }, buffers.next());
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
  gather: (chunks: readonly Buffer[]) => Buffer,
): Promise<Buffer> {
  // COPY takes no parameters; these are a UUID and two numbers.
  const sql = `
    COPY (SELECT id, type, occurred_at AT TIME ZONE 'UTC', purchase_id, reference, phone_number, bundle_id, amount, currency,
                 balance_after
            FROM statement_lines
           WHERE account_id = '${uuidOf('acc', accountId)}' AND seq BETWEEN ${firstSeq} AND ${lastSeq}
           ORDER BY seq) TO STDOUT (FORMAT csv)`;
  const lines = gather(await copyOut(db, sql));
  if (countLines(lines) !== lastSeq - firstSeq + 1)
    throw new RangeError(`statement lines are missing between ${firstSeq} and ${lastSeq}`);
  return lines;
}

/**
 * Puts what arrives into two buffers by turns: one page is fetched while the other is read. New ones for every page would
 * be garbage outside the heap, of which little makes V8 look through the whole heap.
 */
function createTwoBuffers() {
  const buffers = [Buffer.alloc(0), Buffer.alloc(0)];
  let turn = 0;
  return {
    next() {
      turn = 1 - turn;
      const mine = turn;
      return (chunks: readonly Buffer[]): Buffer => {
        const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
        let buffer = buffers[mine] ?? Buffer.alloc(0);
        if (buffer.length < length) buffer = buffers[mine] = Buffer.allocUnsafeSlow(2 * length);
        let end = 0;
        for (const chunk of chunks) end += chunk.copy(buffer, end);
        return buffer.subarray(0, length);
      };
    },
  };
}

async function copyOut(db: Pool, sql: string): Promise<Buffer[]> {
  const client = await db.connect();
  // pg takes back its timer for the query when `callback` is called, which this kind of query leaves to us.
  const copy = client.query(Object.assign(copyTo(sql), { callback: () => {} }));
  try {
    const chunks: Buffer[] = await copy.toArray();
    client.release();
    return chunks;
  } catch (error) {
    client.release(error instanceof Error ? error : true);
    throw error;
  } finally {
    copy.callback();
  }
}

function countLines(text: Buffer): number {
  let lines = 0;
  for (let at = text.indexOf(LINE_FEED); at !== -1; at = text.indexOf(LINE_FEED, at + 1)) lines += 1;
  return lines;
}
