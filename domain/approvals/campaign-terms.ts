import type { SendBetween } from '../batch/quiet-hours.ts';
import type { MinorUnits } from '../money/money.ts';

/** What is approved of a campaign: everything that decides what is bought, when, and for how much at most. */
export interface CampaignTerms {
  /** SHA-256 of the file, in hex; null for one of a version that did not store it. */
  readonly fileSha256: string | null;
  /** Of its rows; 0 while all are as in the file. */
  readonly revision: number;
  /** The most that it may spend. */
  readonly costCeiling: MinorUnits;
  readonly currency: string;
  /** ISO 8601; null for a start without delay. */
  readonly notBefore: string | null;
  readonly sendBetween: SendBetween | null;
  readonly onInvalid: string;
  readonly onInsufficientBalance: string;
  readonly onDuplicate: string;
  readonly duplicateWindowHours: number;
}

/** Whether two terms are the same in everything that is approved. */
export function areSameTerms(a: CampaignTerms, b: CampaignTerms): boolean {
  return toKey(a) === toKey(b);
}

/** Whether `wanted` buys nothing beyond `used`: the same, for no more money. */
export function isWithin(wanted: CampaignTerms, used: CampaignTerms): boolean {
  const costCeiling = Math.max(wanted.costCeiling, used.costCeiling);
  return areSameTerms({ ...wanted, costCeiling }, used);
}

function toKey(terms: CampaignTerms): string {
  return JSON.stringify([
    terms.fileSha256,
    terms.revision,
    terms.costCeiling,
    terms.currency,
    terms.notBefore,
    terms.sendBetween === null ? null : [terms.sendBetween.from, terms.sendBetween.until],
    terms.onInvalid,
    terms.onInsufficientBalance,
    terms.onDuplicate,
    terms.duplicateWindowHours,
  ]);
}
