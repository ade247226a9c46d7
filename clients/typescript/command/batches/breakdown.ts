import type { BatchBreakdown, BatchOutcome } from '../../src/index.ts';
import { moneyText, table } from '../show/layout.ts';

const count = new Intl.NumberFormat('en');

/** The outcomes of a campaign, one line per network, bundle, state and reason. */
export function breakdownText({ outcomes }: BatchBreakdown): string {
  return table(['Network', 'Bundle', 'State', 'Reason', 'Rows', 'Amount'], outcomes.map(toCells));
}

function toCells(outcome: BatchOutcome): string[] {
  const { network_id: network, bundle_id: bundle, state, reason, rows, amount } = outcome;
  return [network ?? '–', bundle ?? '–', state, reason ?? '–', count.format(rows), moneyText(amount)];
}
