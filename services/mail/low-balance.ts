import type { LowBalanceAlert } from '../../db/accounts/low-balance.ts';
import { formatAmount } from '../../domain/money/amount.ts';
import { oneLine } from './one-line.ts';

/** The subject of a mail about a low balance. */
export function lowBalanceSubject({ accountName, available, currency }: LowBalanceAlert): string {
  return `Low balance: ${oneLine(accountName)} has ${formatAmount(available, currency)} left`;
}

/** The text of a mail about a low balance: what is left, since when, and what to do. */
export function lowBalanceText(alert: LowBalanceAlert): string {
  const { accountId, accountName, threshold, available, currency, at } = alert;
  return [
    `The available balance of ${oneLine(accountName)} (${accountId}) fell below ${formatAmount(threshold, currency)}.`,
    '',
    `At ${at.toISOString()} it was ${formatAmount(available, currency)}.`,
    'Purchases that cost more than what is available are refused with insufficient_balance.',
    '',
    'To add funds or to change this alert, open “Top up” in the console.',
    'You get the next message when the balance has been above the threshold and falls below it again.',
    '',
  ].join('\n');
}
