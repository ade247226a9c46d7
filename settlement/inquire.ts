import type { InquiryOutcome } from '../adapters/adapter.ts';
import { findInquirable, type Inquirable } from '../db/inquiries.ts';
import type { PurchaseId } from '../domain/ids.ts';
import { creditKeyOf } from '../domain/queues.ts';
import { type FinalNews, type Learning, learn } from './learn.ts';
import type { Said, SubmitDeps } from './submit.ts';

export interface InquireRequest extends Learning {
  readonly purchaseId: PurchaseId;
}

/** What an inquiry found out. */
export type Inquired =
  /** Final at the gateway and booked here. */
  | { readonly found: 'final'; readonly as: FinalNews['kind'] }
  | { readonly found: 'nothing_new'; readonly said?: Said }
  /** Certainly never received; `resend` where the gateway deduplicates our key. */
  | { readonly found: 'never_received'; readonly resend: boolean; readonly said?: Said };

/** Asks the gateway what became of a purchase, and books what is final. */
export async function inquireOfPurchase(
  deps: SubmitDeps,
  { purchaseId, ...learning }: InquireRequest,
  signal: AbortSignal,
): Promise<Inquired> {
  const purchase = await findInquirable(deps.pool, purchaseId);
  if (purchase === null) throw new TypeError(`no purchase ${purchaseId}`);
  return inquireOf(deps, purchase, learning, signal);
}

/** As `inquireOfPurchase`, of a purchase that was read already. */
export async function inquireOf(
  deps: SubmitDeps,
  purchase: Inquirable,
  learning: Learning,
  signal: AbortSignal,
): Promise<Inquired> {
  const outcome = await ask(deps, purchase, signal);
  const learnt = await learn(deps, purchase, outcome, learning);
  if (learnt !== null) return { found: 'final', as: learnt };

  const adapter = deps.adapterFor(purchase.networkId, purchase.livemode);
  const resend = adapter?.deduplicatesKey === true;
  if (outcome.kind === 'not_found' && outcome.conclusive) {
    return { found: 'never_received', resend, said: { kind: 'not_found', reason: 'conclusive' } };
  }
  return { found: 'nothing_new', said: { kind: outcome.kind, reason: null } };
}

async function ask(
  deps: SubmitDeps,
  { purchaseId, networkId, livemode, sent, gatewayId }: Inquirable,
  signal: AbortSignal,
): Promise<InquiryOutcome> {
  // What was never sent cannot be known to the gateway, however long one waits.
  if (sent === null) return { kind: 'not_found', conclusive: false };

  const inquiry = deps.adapterFor(networkId, livemode)?.inquiry ?? null;
  if (inquiry === null) return { kind: 'unavailable', detail: 'the gateway cannot be inquired of' };
  const creditKey = creditKeyOf(purchaseId);
  return inquiry.inquire({ creditKey, gatewayId, firstSentAt: sent.first, sentAt: sent.last }, { signal });
}
