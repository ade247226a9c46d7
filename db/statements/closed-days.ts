import { type AccountId, uuidOf } from '../../domain/ids.ts';
import type { Statement, StatementTotals, UtcDay } from '../../domain/money/statement.ts';
import type { Reader } from '../account-reads.ts';

/** Which days are read; null for no limit. Both ends are included. */
export interface DayRange {
  readonly from: UtcDay | null;
  readonly to: UtcDay | null;
}

/** Statements of the closed days of an account, newest first: up to `limit` of them, before a day. */
export async function readClosedDays(
  db: Reader,
  accountId: AccountId,
  { from, to }: DayRange,
  before: UtcDay | null,
  limit: number,
): Promise<Statement[]> {
  const { rows } = await db.query<{
    day: UtcDay;
    currency: string;
    opening: number;
    closing: number;
    totals: StatementTotals;
  }>({
    name: 'read-closed-days',
    text: `
      SELECT s.day::text AS day, a.currency, s.opening_balance AS opening, s.closing_balance AS closing, s.totals
        FROM statements s
        JOIN accounts a ON a.id = s.account_id
       WHERE s.account_id = $1
         AND s.day >= coalesce($2::date, '-infinity') AND s.day <= coalesce($3::date, 'infinity')
         AND s.day < coalesce($4::date, 'infinity')
       ORDER BY s.day DESC
       LIMIT $5`,
    values: [uuidOf('acc', accountId), from, to, before, limit],
  });
  return rows.map(({ day, currency, opening, closing, totals }) => ({
    status: 'closed',
    day,
    currency,
    openingBalance: opening,
    closingBalance: closing,
    totals,
  }));
}
