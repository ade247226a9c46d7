import type { Statement } from '../../../clients/typescript/src/types.ts';

const HEADER =
  'date,currency,opening_balance,purchases_successful,reversals,funding,adjustments,closing_balance,purchases_failed_count';

/** Closed days as CSV, a row per day, with amounts in minor units as in the API. No value needs quotes. */
export function csvOfDays(days: readonly Statement[]): string {
  const rows = days.map(({ date, currency, opening_balance: opening, closing_balance: closing, totals }) =>
    [
      date,
      currency,
      opening,
      totals.purchases_successful.amount,
      totals.reversals.amount,
      totals.funding.amount,
      totals.adjustments.amount,
      closing ?? '',
      totals.purchases_failed.count,
    ].join(','),
  );
  return `${[HEADER, ...rows].join('\n')}\n`;
}
