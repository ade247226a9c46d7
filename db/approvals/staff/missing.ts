import { explainMissing, type StaffApproval } from '../../../domain/approvals/staff.ts';
import type { ApprovalId } from '../../../domain/ids.ts';

/** Whether a command of an operator may do what it is for. */
export type StaffClearance =
  /** `approvalId`: the approval that was used; null if none was needed. */
  | { readonly kind: 'clear'; readonly approvalId: ApprovalId | null }
  | { readonly kind: 'unapproved'; readonly approval: StaffApproval };

/** Another operator must approve first: only the request was stored. The message says what to do. */
export class ApprovalMissing extends Error {
  override readonly name = 'ApprovalMissing';
  readonly approval: StaffApproval;

  constructor(approval: StaffApproval) {
    super(explainMissing(approval));
    this.approval = approval;
  }
}

/** After the commit, which keeps the request. @throws ApprovalMissing */
export function requireCleared(clearance: StaffClearance): void {
  if (clearance.kind === 'unapproved') throw new ApprovalMissing(clearance.approval);
}
