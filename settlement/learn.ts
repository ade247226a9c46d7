import type { Confirmed, InquiryOutcome } from '../adapters/adapter.ts';
import { type Inquirable, storeGatewayId } from '../db/inquiries.ts';
import { storeConfirmation } from '../db/submissions.ts';
import { assertNever } from '../domain/assert-never.ts';
import type { News } from '../domain/purchase.ts';
import { noteOtherProduct } from './other-product.ts';
import type { SubmitDeps } from './submit.ts';

/** Where news of a purchase came from, besides the answer to its own submit. */
export type NewsSource = 'inquiry' | 'callback';

export interface Learning {
  readonly source: NewsSource;
  /** Whether a workflow may still wait for the purchase and must be told; false when the workflow itself asks. */
  readonly endWorkflow: boolean;
}

/** News that is final at the gateway; `expired` is ours alone. */
export type FinalNews = Exclude<News, { kind: 'expired' }>;

/**
 * Takes what a gateway said of a purchase: stores a confirmation before anything else, books what is final, and answers
 * what was booked; null where nothing was final. Late news goes the same way: the settle transaction knows what it may
 * still change.
 */
export async function learn(
  deps: SubmitDeps,
  purchase: Inquirable,
  outcome: InquiryOutcome,
  { source, endWorkflow }: Learning,
): Promise<FinalNews['kind'] | null> {
  const { purchaseId, accountId } = purchase;
  if (outcome.kind === 'confirmed' || (outcome.kind === 'reversed' && outcome.deliveryKnown)) {
    await storeConfirmation(deps.pool, purchaseId, outcome, source);
  }
  if ((outcome.kind === 'pending' || outcome.kind === 'unconfirmed') && outcome.gatewayId !== null) {
    await storeGatewayId(deps.pool, purchaseId, outcome.gatewayId);
  }
  const news = newsOf(outcome);
  if (news === null) return null;
  await deps.settleLane.settle(accountId, { purchaseId, news, endWorkflow });
  await noteOtherProduct(deps, purchase, outcome);
  return news.kind;
}

function newsOf(outcome: InquiryOutcome): FinalNews | null {
  switch (outcome.kind) {
    case 'confirmed':
      return confirmedNews(outcome);
    case 'refused':
      return { kind: 'refused', code: outcome.code };
    case 'reversed':
      return outcome.deliveryKnown
        ? { kind: 'reversed', delivery: outcome, reversal: outcome }
        : { kind: 'undone', code: 'network_rejected', reversal: outcome };
    case 'pending':
    case 'unconfirmed':
    case 'not_found':
    case 'unavailable':
      return null;
    default:
      return assertNever(outcome);
  }
}

/** The news of a delivery. */
export function confirmedNews(outcome: Confirmed): FinalNews {
  return { kind: 'confirmed', delivery: outcome };
}
