import type { InquiryOutcome } from '../../adapters/adapter.ts';
import { findInquirable, type Inquirable } from '../../db/purchases/inquiries.ts';
import type { PurchaseId } from '../../domain/ids.ts';
import { toGatewayReference } from '../../domain/purchase/gateway-reference.ts';
import type { GatewayReply } from '../../domain/purchase/gateway-reply.ts';
import { applyOutcome, type FinalReport, type OutcomeOrigin } from './apply-outcome.ts';
import type { SubmitDeps } from './submit-deps.ts';
import { troubleIn } from './trouble.ts';

export interface InquireRequest extends OutcomeOrigin {
  readonly purchaseId: PurchaseId;
}

/** What an inquiry found out. */
export type Inquired =
  /** Final at the gateway and booked here. */
  | { readonly found: 'final'; readonly as: FinalReport['kind'] }
  | { readonly found: 'nothing_new'; readonly said?: GatewayReply }
  /** Certainly never received, or not without another word of ours; `resend` where the gateway deduplicates our key. */
  | { readonly found: 'never_received'; readonly resend: boolean; readonly said?: GatewayReply };

/** Asks the gateway what became of a purchase, and books what is final. */
export async function inquireOfPurchase(
  deps: SubmitDeps,
  { purchaseId, ...learning }: InquireRequest,
  signal: AbortSignal,
): Promise<Inquired> {
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
): Promise<Inquired> {
  const outcome = await settleUnconfirmed(deps, purchase, await ask(deps, purchase, signal), signal);
  const { networkId, livemode } = purchase;
  const trouble = troubleIn(outcome);
  if (trouble !== null) deps.alerts.raise({ networkId, livemode, ...trouble });
  const learnt = await applyOutcome(deps, purchase, outcome, learning);
  if (learnt !== null) return { found: 'final', as: learnt };

  // It waits for our word, and a second submit gives it: the fence says whether there is still time.
  if (outcome.kind === 'unconfirmed')
    return { found: 'never_received', resend: true, said: { kind: outcome.kind, reason: null } };
  const adapter = deps.adapterFor(networkId, livemode);
  const resend = adapter?.deduplicatesKey === true;
  if (outcome.kind === 'not_found' && outcome.conclusive) {
    return { found: 'never_received', resend, said: { kind: 'not_found', reason: 'conclusive' } };
  }
  return { found: 'nothing_new', said: { kind: outcome.kind, reason: null } };
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
