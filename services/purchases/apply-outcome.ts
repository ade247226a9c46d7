import type { Confirmed, InquiryOutcome } from '../../adapters/adapter.ts';
import { type Inquirable, storeGatewayId } from '../../db/purchases/inquiries.ts';
import { storeConfirmation } from '../../db/purchases/submissions.ts';
import { assertNever } from '../../domain/assert-never.ts';
import type { OutcomeReport } from '../../domain/purchase/purchase.ts';
import { noteOtherProduct } from './other-product.ts';
import type { SubmitDeps } from './submit-deps.ts';

/** Where a report of an outcome came from, besides the answer to its own submit. */
export type OutcomeSource = 'inquiry' | 'callback';

export interface OutcomeOrigin {
  readonly source: OutcomeSource;
  /** Whether a workflow may still wait for the purchase and must be told; false when the workflow itself asks. */
  readonly endWorkflow: boolean;
  /** When a stored callback came in, by the database's clock; left out where the news has only just arrived. */
  readonly receivedAt?: Date;
}

/** A report that is final at the gateway; `expired` comes from us only. */
export type FinalReport = Exclude<OutcomeReport, { kind: 'expired' }>;

/**
 * Takes what a gateway said of a purchase: stores a confirmation before anything else, books what is final, and answers
 * what was booked; null where nothing was final. Late news goes the same way: the settle transaction knows what it may
 * still change.
 */
export async function applyOutcome(
  deps: SubmitDeps,
  purchase: Inquirable,
  outcome: InquiryOutcome,
  { source, endWorkflow, receivedAt }: OutcomeOrigin,
): Promise<FinalReport['kind'] | null> {
  const { purchaseId, accountId } = purchase;
  if (outcome.kind === 'confirmed' || (outcome.kind === 'reversed' && outcome.deliveryKnown)) {
    await storeConfirmation(deps.pool, purchaseId, outcome, source, receivedAt);
  }
  if ((outcome.kind === 'pending' || outcome.kind === 'unconfirmed') && outcome.gatewayId !== null) {
    await storeGatewayId(deps.pool, purchaseId, outcome.gatewayId);
  }
  const report = toFinalReport(outcome);
  if (report === null) return null;
  await deps.settleLane.settle(accountId, { purchaseId, report, endWorkflow });
  await noteOtherProduct(deps, purchase, outcome);
  return report.kind;
}

function toFinalReport(outcome: InquiryOutcome): FinalReport | null {
  switch (outcome.kind) {
    case 'confirmed':
      return toConfirmedReport(outcome);
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
export function toConfirmedReport(outcome: Confirmed): FinalReport {
  return { kind: 'confirmed', delivery: outcome };
}
