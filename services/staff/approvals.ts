import type { StaffApprovalResource } from '../../contract/staff/approval.ts';
import type { Identity } from '../../domain/access/identity.ts';
import { hasAmount, STAFF_KINDS, type StaffApproval } from '../../domain/approvals/staff.ts';

const showActor = ({ kind, id }: Identity) => ({ kind, id });

/** A staff approval as JSON. It has no phone number. */
export function renderStaffApproval(one: StaffApproval): StaffApprovalResource {
  const { id, kind, accountId, status, amount, currency, terms, steps } = one;
  return {
    id,
    object: 'staff_approval',
    kind,
    command: STAFF_KINDS[kind],
    account_id: accountId,
    status,
    amount: hasAmount(kind) ? { amount, currency } : null,
    terms: { ...terms },
    steps_required: steps,
    steps_given: one.approvedBy.length,
    requested_by: showActor(one.requestedBy),
    reason: one.requestReason,
    decisions: one.decisions.map(({ by, decision, reason, at }) => ({
      by: showActor(by),
      decision,
      reason,
      decided_at: at.toISOString(),
    })),
    end_reason: one.endReason,
    requested_at: one.requestedAt.toISOString(),
    expires_at: one.expiresAt.toISOString(),
    ended_at: one.endedAt?.toISOString() ?? null,
  };
}
