import type { InquiryOutcome } from '../adapters/adapter.ts';
import { findInquirable, type Inquirable, storeConfirmation, storeGatewayId } from '../db/submissions.ts';
import { assertNever } from '../domain/assert-never.ts';
import type { PurchaseId } from '../domain/ids.ts';
import type { News } from '../domain/purchase.ts';
import { creditKeyOf } from '../domain/queues.ts';
import type { SubmitDeps } from './submit.ts';

export interface InquireRequest {
  readonly purchaseId: PurchaseId;
  readonly source: 'inquiry' | 'callback';
  /** Whether a workflow may still wait for the purchase and must be told; false when the workflow itself asks. */
  readonly endWorkflow: boolean;
}

/** What an inquiry found out. */
export type Inquired =
  /** Final at the gateway and booked here. */
  | { readonly found: 'final'; readonly as: 'confirmed' | 'refused' | 'reversed' }
  | { readonly found: 'nothing_new' }
  /** Certainly never received; `resend` where the gateway deduplicates our key. */
  | { readonly found: 'never_received'; readonly resend: boolean };

/**
 * Asks the gateway what became of a purchase, stores a confirmation before anything else, and books what is final.
 * Late news goes the same way: the settle transaction knows what it may still change.
 */
export async function inquireOfPurchase(
  deps: SubmitDeps,
  request: InquireRequest,
  signal: AbortSignal,
): Promise<Inquired> {
  const { purchaseId } = request;
  const inquirable = await findInquirable(deps.pool, purchaseId);
  if (inquirable === null) throw new TypeError(`no purchase ${purchaseId}`);

  const outcome = await ask(deps, purchaseId, inquirable, signal);
  if (outcome.kind === 'confirmed' || outcome.kind === 'reversed') {
    await storeConfirmation(deps.pool, purchaseId, outcome, request.source);
  }
  if (outcome.kind === 'pending' && outcome.gatewayId !== null) {
    await storeGatewayId(deps.pool, purchaseId, outcome.gatewayId);
  }
  const news = newsOf(outcome);
  if (news !== null) {
    const { endWorkflow } = request;
    await deps.settleLane.settle(inquirable.accountId, { purchaseId, news, endWorkflow });
    return { found: 'final', as: news.kind };
  }
  if (outcome.kind === 'not_found' && outcome.conclusive) {
    const adapter = deps.adapterFor(inquirable.networkId, inquirable.livemode);
    return { found: 'never_received', resend: adapter?.deduplicatesKey === true };
  }
  return { found: 'nothing_new' };
}

async function ask(
  deps: SubmitDeps,
  purchaseId: PurchaseId,
  { networkId, livemode, lastSentAt, gatewayId }: Inquirable,
  signal: AbortSignal,
): Promise<InquiryOutcome> {
  // What was never sent cannot be known to the gateway, however long one waits.
  if (lastSentAt === null) return { kind: 'not_found', conclusive: false };

  const inquiry = deps.adapterFor(networkId, livemode)?.inquiry ?? null;
  if (inquiry === null) return { kind: 'unavailable', detail: 'the gateway cannot be inquired of' };
  return inquiry.inquire({ creditKey: creditKeyOf(purchaseId), gatewayId, sentAt: lastSentAt }, { signal });
}

function newsOf(outcome: InquiryOutcome): Exclude<News, { kind: 'expired' }> | null {
  switch (outcome.kind) {
    case 'confirmed':
      return { kind: 'confirmed', delivery: outcome };
    case 'refused':
      return { kind: 'refused', code: outcome.code };
    case 'reversed':
      return { kind: 'reversed', delivery: outcome, reversal: outcome };
    case 'pending':
    case 'not_found':
    case 'unavailable':
      return null;
    default:
      return assertNever(outcome);
  }
}
