import type { Statement } from '../../../clients/typescript/src/types.ts';
import { writeAmount } from './amount.ts';

const HEADER =
  'date,currency,opening_balance,purchases_successful,reversals,funding,adjustments,closing_balance,purchases_failed_count';

/** Closed days as CSV, a row per day, with amounts as people write them: 1250.00. No value needs quotes. */
export function csvOfDays(days: readonly Statement[]): string {
  const rows = days.map(({ date, currency, opening_balance: opening, closing_balance: closing, totals }) =>
    [
      date,
      currency,
      writeAmount(opening, currency),
      writeAmount(totals.purchases_successful.amount, currency),
      writeAmount(totals.reversals.amount, currency),
      writeAmount(totals.funding.amount, currency),
      writeAmount(totals.adjustments.amount, currency),
      closing === null ? '' : writeAmount(closing, currency),
      totals.purchases_failed.count,
    ].join(','),
  );
  return `${[HEADER, ...rows].join('\n')}\n`;
}
