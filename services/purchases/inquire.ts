import type { InquiryOutcome } from '../../adapters/adapter.ts';
import { findInquirable, type Inquirable } from '../../db/purchases/inquiries.ts';
import type { PurchaseId } from '../../domain/ids.ts';
import { toGatewayReference } from '../../domain/purchase/gateway-reference.ts';
import type { InquiryVerdict } from '../../domain/purchase/verdict.ts';
import { applyOutcome, type OutcomeOrigin } from './apply-outcome.ts';
import type { SubmitDeps } from './submit-deps.ts';
import { troubleIn } from './trouble.ts';

export interface InquireRequest extends OutcomeOrigin {
  readonly purchaseId: PurchaseId;
}

/** Asks the gateway what became of a purchase, and books what is final. */
export async function inquireOfPurchase(
  deps: SubmitDeps,
  { purchaseId, ...learning }: InquireRequest,
  signal: AbortSignal,
): Promise<InquiryVerdict> {
  const purchase = await findInquirable(deps.pool, purchaseId);
  if (purchase === null) throw new TypeError(`no purchase ${purchaseId}`);
  return inquireOfStored(deps, purchase, learning, signal);
}

/** As `inquireOfPurchase`, of a purchase that was read already. */
export async function inquireOfStored(
  deps: SubmitDeps,
  purchase: Inquirable,
  learning: OutcomeOrigin,
  signal: AbortSignal,
): Promise<InquiryVerdict> {
  const outcome = await settleUnconfirmed(deps, purchase, await ask(deps, purchase, signal), signal);
  const { networkId, livemode } = purchase;
  const trouble = troubleIn(outcome);
  if (trouble !== null) deps.alerts.raise({ networkId, livemode, ...trouble });
  const report = await applyOutcome(deps, purchase, outcome, learning);
  if (report !== null) return { kind: 'settled', report };
  return openVerdict(outcome, deps.adapterFor(networkId, livemode)?.deduplicatesKey === true);
}

/** What an outcome that is not final means for the purchase. */
function openVerdict(outcome: InquiryOutcome, deduplicatesKey: boolean): InquiryVerdict {
  const reply = { kind: outcome.kind, reason: null };
  // The order waits for our confirmation, and a second submission gives it: the fence says whether there is still time.
  if (outcome.kind === 'unconfirmed') return { kind: 'resendable', afterMs: 0, reply };
  if (outcome.kind === 'pending') return { kind: 'accepted', reply };
  if (outcome.kind !== 'not_found' || !outcome.conclusive) return { kind: 'unknown', reply };

  const conclusive = { kind: 'not_found', reason: 'conclusive' };
  return deduplicatesKey
    ? { kind: 'resendable', afterMs: 0, reply: conclusive }
    : { kind: 'not_received', reply: conclusive };
}

/** An order that waits for our word is taken back once nothing may be sent for its purchase any more. */
async function settleUnconfirmed(
  deps: SubmitDeps,
  { purchaseId, networkId, livemode, status, sent }: Inquirable,
  outcome: InquiryOutcome,
  signal: AbortSignal,
): Promise<InquiryOutcome> {
  if (outcome.kind !== 'unconfirmed' || status === 'pending' || sent === null) return outcome;
  const cancellation = deps.adapterFor(networkId, livemode)?.cancellation ?? null;
  const { gatewayId } = outcome;
  if (cancellation === null) return { kind: 'pending', gatewayId };
  const order = {
    gatewayReference: toGatewayReference(purchaseId),
    gatewayId,
    firstSentAt: sent.first,
    sentAt: sent.last,
  };
  return cancellation.cancel(order, { signal });
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
  const gatewayReference = toGatewayReference(purchaseId);
  return inquiry.inquire(
    { gatewayReference, gatewayId, firstSentAt: sent.first, sentAt: sent.last },
    { signal },
  );
}
