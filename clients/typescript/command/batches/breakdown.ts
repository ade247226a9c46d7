import type { BatchBreakdown, BatchOutcome } from '../../src/index.ts';
import { moneyText, table } from '../show/layout.ts';

const count = new Intl.NumberFormat('en');

/** What to do with rows that were not bought. */
const ADVICE = {
  may_work: 'a retry may buy them',
  with_care: 'the bundle can still arrive',
  never: 'correct them, or leave them',
} as const;

/** The outcomes of a campaign, one line per network, bundle, state and reason; then how many rows may be tried again. */
export function breakdownText({ outcomes }: BatchBreakdown): string {
  const sums = Object.entries(ADVICE).flatMap(([chance, advice]) => {
    const rows = outcomes.reduce((sum, { retry, rows }) => sum + (retry === chance ? rows : 0), 0);
    return rows === 0 ? [] : [`Not bought: ${count.format(rows)}, ${advice}.`];
  });
  const lines = table(['Network', 'Bundle', 'State', 'Reason', 'Rows', 'Amount'], outcomes.map(toCells));
  return [lines, ...sums].join('\n');
}

function toCells(outcome: BatchOutcome): string[] {
  const { network_id: network, bundle_id: bundle, state, reason, rows, amount } = outcome;
  return [network ?? '–', bundle ?? '–', state, reason ?? '–', count.format(rows), moneyText(amount)];
}
