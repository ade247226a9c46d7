import { formatAmount } from '../money/amount.ts';
import type { MinorUnits } from '../money/money.ts';
import type { KeyCapExcess } from '../rules/key-spending.ts';
import type { SpendingExcess } from '../rules/spending.ts';
import type { Batch } from './batch.ts';

/** A row with its price now. */
export interface PricedLine {
  readonly line: number;
  readonly price: MinorUnits;
}

/** A row that would exceed a spending limit, or a cap of the key that started its batch. */
export interface LimitedLine extends PricedLine {
  readonly excess: SpendingExcess | KeyCapExcess;
}

const SCOPES = { campaign: 'per campaign', day: 'per day (UTC)', month: 'per month (UTC)' } as const;

/** Why a batch pauses at a row that would exceed a spending limit of the account, or a cap of its key. */
export function limitMessage({ line, price, excess }: LimitedLine, currency: string): string {
  if ('cap' in excess) return capMessage(line, price, excess, currency);
  const { scope, limit, spent, endsAt } = excess;
  const text = (amount: MinorUnits) => formatAmount(amount, currency);
  const left = Math.max(0, limit - spent);
  const until = endsAt === null ? '' : ` on ${endsAt.toISOString().slice(0, 10)} at 00:00 UTC, or`;
  return `Paused at line ${line}: this row costs ${text(price)}, and ${text(left)} is left of the limit of ${text(limit)} ${SCOPES[scope]}. The campaign resumes by itself${until} when the limit is raised.`;
}

function capMessage(line: number, price: MinorUnits, excess: KeyCapExcess, currency: string): string {
  const text = (amount: MinorUnits) => formatAmount(amount, currency);
  const cost = `Paused at line ${line}: this row costs ${text(price)}`;
  const key = 'of the API key that started the campaign';
  if (excess.scope === 'purchase')
    return `${cost}, above the cap of ${text(excess.cap)} per purchase ${key}. The campaign resumes by itself when the cap is raised. With another key, you can resume it now.`;
  const left = Math.max(0, excess.cap - excess.spent);
  const until = excess.endsAt.toISOString().slice(0, 10);
  return `${cost}, and ${text(left)} is left of the cap of ${text(excess.cap)} per day (UTC) ${key}. The campaign resumes by itself on ${until} at 00:00 UTC, or when the cap is raised. With another key, you can resume it now.`;
}

/** Why a batch pauses at a row that the balance does not cover. */
export function shortMessage({ line }: PricedLine): string {
  return `Paused at line ${line}: not enough balance. Add funds. The campaign then resumes automatically.`;
}

/** Why a batch pauses at a row that its approved cost does not cover. */
export function overMessage(
  { line, price }: PricedLine,
  { approvedCost, currency }: { readonly approvedCost: MinorUnits | null; readonly currency: string },
): string {
  const approved = formatAmount(approvedCost ?? 0, currency);
  return `Paused at line ${line}: prices have changed since the check. This row costs ${formatAmount(price, currency)} now, and the approved cost of ${approved} does not cover it. Check the prices. Then resume with a higher approved cost, or cancel.`;
}

/** Why a batch pauses after its first rows, with their outcomes. */
export function firstRowsMessage({ counts }: Pick<Batch, 'counts'>): string {
  const { successful, failed, reversed, refused } = counts;
  const outcomes = [
    `${successful} delivered`,
    `${failed} failed`,
    ...(reversed === 0 ? [] : [`${reversed} reversed`]),
    ...(refused === 0 ? [] : [`${refused} not bought`]),
  ];
  return `The first rows are final: ${outcomes.join(', ')}. Resume to buy the other rows, or cancel.`;
}
