import type { StaffTrace } from '../../contract/staff/purchase.ts';
import type { SettledByHand } from '../../db/audit/settled-by-hand.ts';
import type { PurchaseStatus } from '../../domain/purchase/purchase.ts';

type Rendered = NonNullable<StaffTrace['settled_by_hand']>;

/** How a person settled a purchase by hand, as JSON. @param status of the purchase, which may be read before that */
export function renderSettledByHand(
  settlement: SettledByHand | null,
  status: PurchaseStatus,
): Rendered | null {
  if (settlement === null || status === 'pending') return null;
  return {
    at: settlement.at.toISOString(),
    principal_kind: settlement.principalKind,
    principal_id: settlement.principalId,
    outcome: settlement.outcome,
    booked: bookedAs(settlement.outcome, status),
    evidence: settlement.evidence,
    reason: settlement.reason,
  };
}

/**
 * What was booked, which the request alone does not say: after the deadline or a failure, nothing is charged for a delivery, and
 * a confirmation of the network that was in time counts before what a person found out.
 */
function bookedAs(outcome: SettledByHand['outcome'], status: PurchaseStatus): Rendered['booked'] {
  const wasCharged = status === 'successful' || status === 'reversed';
  if (outcome === 'delivered') return wasCharged ? 'delivered' : 'delivered_too_late';
  return wasCharged ? 'confirmed_before' : 'not_delivered';
}
