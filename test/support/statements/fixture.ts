import type { Pool } from 'pg';
import { z } from 'zod';
import { StatementLineResource, StatementResource } from '../../../contract/statement.ts';
import { type AccountId, uuidOf } from '../../../domain/ids.ts';
import type { UtcDay } from '../../../domain/money/statement.ts';
import type { ApiFixture } from '../api/fixture.ts';
import { type Answer, type Call, call } from '../api/http.ts';
import { at, type StandardHistory } from '../invariants/standard-history.ts';

const LinesPage = z.strictObject({
  object: z.literal('list'),
  data: z.array(StatementLineResource.strict()),
  has_more: z.boolean(),
  next_cursor: z.string().nullable(),
});
export type LinesPage = z.output<typeof LinesPage>;

export async function statementOf(api: ApiFixture, day: UtcDay, options: Call = {}) {
  const answer = await call(api, `/v1/statements/${day}`, options);
  if (answer.status !== 200) throw new Error(`the statement answered ${answer.status}: ${answer.text}`);
  return StatementResource.strict().parse(JSON.parse(answer.text));
}

export function csvOf(api: ApiFixture, day: UtcDay, options: Call = {}): Promise<Answer> {
  return call(api, `/v1/statements/${day}/lines`, { headers: { accept: 'text/csv' }, ...options });
}

/** Every page of a day's lines, from the first to the one that says it is the last. */
export async function linePages(
  api: ApiFixture,
  day: UtcDay,
  query: Readonly<Record<string, string>>,
  options: Call = {},
): Promise<LinesPage[]> {
  const pages: LinesPage[] = [];
  let cursor: string | null = null;
  do {
    const parameters = new URLSearchParams({ ...query, ...(cursor === null ? {} : { cursor }) });
    const { text } = await call(api, `/v1/statements/${day}/lines?${parameters}`, options);
    const page = LinesPage.parse(JSON.parse(text));
    pages.push(page);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return pages;
}

/** Few enough that one SQL statement stays within its time limit on a busy machine. */
const ADDED_AT_ONCE = 20_000;

/** Funds an account many times in one day, by SQL. */
export async function addManyLines(
  pool: Pool,
  { otherAccount }: StandardHistory,
  day: UtcDay,
  count: number,
): Promise<void> {
  const from = at(day, '14:00').getTime();
  for (let added = 0; added < count; added += ADDED_AT_ONCE)
    await addLines(pool, otherAccount, new Date(from + added), Math.min(ADDED_AT_ONCE, count - added));
}

async function addLines(pool: Pool, account: AccountId, from: Date, count: number): Promise<void> {
  await pool.query({
    text: `
      WITH moved AS (
        UPDATE accounts
           SET available = available + $3, line_seq = line_seq + $3,
               last_movement_at = $2::timestamptz + $3 * interval '1 millisecond'
         WHERE id = $1
        RETURNING line_seq - $3 AS seq, available + held - $3 AS balance
      )
      INSERT INTO statement_lines (account_id, seq, id, type, occurred_at, amount, currency, balance_after)
      SELECT $1, seq + n, uuidv7(), 'funding', $2::timestamptz + n * interval '1 millisecond', 1, 'NGN', balance + n
        FROM moved, generate_series(1, $3::int) n`,
    values: [uuidOf('acc', account), from, count],
  });
}
