import type { PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type AccountId, uuidOf } from '../../domain/ids.ts';
import type { UtcDay } from '../../domain/money/statement.ts';
import type { AccountReader } from '../account-reads.ts';
import { type LineRange, readLineRange } from './lines.ts';

/** Lines per page: about four hundred kilobytes, so that a download leaves little garbage. */
const PAGE = 2_048;
const LINE_FEED = '\n'.charCodeAt(0);

/**
 * All lines of a day, or of all days up to a last one, as they are now, as PostgreSQL copies them out: CSV with `line UUID, type, time in UTC, purchase UUID,
 * reference, phone number, bundle, amount, currency, balance after`. Each page of whole lines is a separate query, so a
 * reader that is slow or leaves holds no connection.
 * @throws RangeError when lines are missing.
 */
export async function* streamLineText(
  reads: AccountReader,
  accountId: AccountId,
  day: UtcDay,
  lastDay: UtcDay = day,
): AsyncGenerator<Buffer, void, void> {
  const range = await readLineRange(reads, accountId, day, lastDay);
  if (range === null) return;
  for (let { firstSeq } = range; firstSeq <= range.lastSeq; firstSeq += PAGE) {
    const lastSeq = Math.min(range.lastSeq, firstSeq + PAGE - 1);
    yield await readPage(reads, accountId, { firstSeq, lastSeq });
  }
}

async function readPage(reads: AccountReader, accountId: AccountId, range: LineRange): Promise<Buffer> {
  const page = await reads.withClient((client) => copyLines(client, accountId, range));
  const { firstSeq, lastSeq } = range;
  if (countLines(page) !== lastSeq - firstSeq + 1)
    throw new RangeError(`statement lines are missing between ${firstSeq} and ${lastSeq}`);
  return page;
}

/** COPY is the fastest way to get text out of PostgreSQL: it arrives as bytes, without an object per row. */
async function copyLines(
  client: PoolClient,
  accountId: AccountId,
  { firstSeq, lastSeq }: LineRange,
): Promise<Buffer> {
  // COPY takes no parameters; these are a UUID and two numbers.
  const copy: CopyOut = copyTo(`
    COPY (SELECT id, type, occurred_at AT TIME ZONE 'UTC', purchase_id, reference, phone_number, bundle_id, amount, currency,
                 balance_after
            FROM statement_lines
           WHERE account_id = '${uuidOf('acc', accountId)}' AND seq BETWEEN ${firstSeq} AND ${lastSeq}
           ORDER BY seq) TO STDOUT (FORMAT csv)`);
  // An error after the last row reaches no reader; without a listener it would end the process.
  copy.on('error', () => {});
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of client.query(copy)) chunks.push(chunk);
  } finally {
    copy.callback?.();
  }
  return Buffer.concat(chunks);
}

/** pg stops its query timeout in `callback` when a query ends. copyFrom of pg-copy-streams calls it; copyTo (7.0.0) does not. */
type CopyOut = ReturnType<typeof copyTo> & { readonly callback?: () => void };

function countLines(text: Buffer): number {
  let lines = 0;
  for (let at = text.indexOf(LINE_FEED); at !== -1; at = text.indexOf(LINE_FEED, at + 1)) lines += 1;
  return lines;
}
