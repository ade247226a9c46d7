import type { MinorUnits, Money } from '../money/money.ts';
import type { SendBetween } from './quiet-hours.ts';

/** What a client agrees to when it starts or resumes a batch. */
export interface Agreement {
  /** The cost that it was shown: the most that may be spent. */
  readonly approvedCost: Money | null;
  /** SHA-256 of the file that it was shown, in hex. */
  readonly fileSha256: string | null;
  /** The revision of the rows that it was shown. */
  readonly revision: number | null;
  /** Buy only so many rows at first, and wait for their outcomes; null for all. */
  readonly first: number | null;
  /** New hours in which it buys, or null for any hour; absent to leave them as they are. */
  readonly sendBetween?: SendBetween | null;
}

export const NOTHING_AGREED: Agreement = {
  approvedCost: null,
  fileSha256: null,
  revision: null,
  first: null,
};

/** Most rows that a client may have bought first. */
export const FIRST_ROWS_MAX = 10_000;

/** What an agreement is held against. */
export interface AgreedBatch {
  readonly cost: MinorUnits;
  readonly currency: string;
  readonly fileSha256: string | null;
  /** 0 while all rows are as in the file. */
  readonly revision: number;
  /** Agreed to before; null if nothing was. */
  readonly approvedCost: MinorUnits | null;
  /** The account's limit for one campaign, if this one was not started yet; null for none. */
  readonly campaignLimit: MinorUnits | null;
  /** Charged and held: the sum that the approved cost limits. */
  readonly spent: MinorUnits;
}

export type Disagreement =
  | { readonly kind: 'cost_differs'; readonly cost: Money }
  | { readonly kind: 'file_differs'; readonly fileSha256: string | null }
  | { readonly kind: 'revision_differs'; readonly revision: number }
  | { readonly kind: 'over_limit'; readonly limit: Money; readonly cost: Money }
  | { readonly kind: 'below_spent'; readonly spent: Money };

/**
 * Why an agreement does not fit its batch; null if it does. A start must name the cost and the file as the check showed them. A
 * resume may name any cost that covers what is spent.
 */
export function judgeAgreement(
  command: 'start' | 'resume',
  { approvedCost, fileSha256, revision }: Agreement,
  batch: AgreedBatch,
): Disagreement | null {
  const money = (amount: MinorUnits): Money => ({ amount, currency: batch.currency });
  if (fileSha256 !== null && fileSha256.toLowerCase() !== batch.fileSha256)
    return { kind: 'file_differs', fileSha256: batch.fileSha256 };
  // Who agrees to a cost or a file agrees to its rows: if they were changed since the upload, as they were shown.
  const agreesToRows = approvedCost !== null || fileSha256 !== null ? 0 : batch.revision;
  if (command === 'start' && (revision ?? agreesToRows) !== batch.revision)
    return { kind: 'revision_differs', revision: batch.revision };
  if (command === 'start' && batch.campaignLimit !== null && batch.cost > batch.campaignLimit)
    return { kind: 'over_limit', limit: money(batch.campaignLimit), cost: money(batch.cost) };
  if (approvedCost === null) return null;
  const sameCost = approvedCost.amount === batch.cost && approvedCost.currency === batch.currency;
  if (command === 'start' && !sameCost) return { kind: 'cost_differs', cost: money(batch.cost) };
  // A start that is repeated leaves a higher cost that was approved since as it is.
  if (command === 'start' && batch.approvedCost !== null) return null;
  if (approvedCost.currency !== batch.currency || approvedCost.amount < batch.spent)
    return { kind: 'below_spent', spent: money(batch.spent) };
  return null;
}
