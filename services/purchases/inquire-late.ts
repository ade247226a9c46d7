import type { Pool } from 'pg';
import { findInquirable } from '../../db/purchases/inquiries.ts';
import { findLateInquiry, endLateInquiry as recordEnd } from '../../db/purchases/late-inquiries.ts';
import type { PurchaseId } from '../../domain/ids.ts';
import type { InquiryVerdict } from '../../domain/purchase/verdict.ts';
import type { Inquirer } from './inquire.ts';

const ORIGIN = { source: 'inquiry', endWorkflow: false } as const;

/**
 * One inquiry after a timeout. It asks the gateway that had the order last, and each earlier one that said "never received": it may
 * have delivered since. Such a delivery is booked as a callback about it is.
 * @returns the outcome, once it is conclusive; null until then.
 */
export async function inquireLate(
  { pool, inquirer }: { readonly pool: Pool; readonly inquirer: Inquirer },
  purchaseId: PurchaseId,
  signal: AbortSignal,
): Promise<string | null> {
  const late = await findLateInquiry(pool, purchaseId);
  if (late.outcome !== null) return late.outcome;

  const ask = async (route: string | null) => {
    const purchase = await findInquirable(pool, purchaseId, route);
    if (purchase === null) throw new TypeError(`no purchase ${purchaseId}`);
    return inquirer.inquireOfStored(purchase, ORIGIN, signal);
  };
  const [last, earlier] = await Promise.all([ask(null), Promise.all(late.deniedRoutes.map(ask))]);
  const outcome = outcomeOf(last, earlier);
  if (outcome !== null) await recordEnd(pool, purchaseId, outcome);
  return outcome;
}

/**
 * A gateway that may still deliver, or did not say, keeps the inquiry open, also after a delivery elsewhere: the client must not read
 * that the customer has no bundle, and buy it again. Otherwise a delivery decides, wherever it was.
 */
function outcomeOf(last: InquiryVerdict, earlier: readonly InquiryVerdict[]): string | null {
  const all = [last, ...earlier];
  if (all.some(({ kind }) => kind === 'unknown' || kind === 'accepted')) return null;
  if (all.some((verdict) => verdict.kind === 'settled' && verdict.report === 'confirmed')) return 'confirmed';
  return last.kind === 'settled' ? last.report : 'never_received';
}
