import { type Identity, isSameIdentity } from '../access/identity.ts';
import { findOwnRole } from '../approvals/approval.ts';
import type { StoredApproval } from '../approvals/stored.ts';
import type { ApprovalEvent } from '../webhook/event.ts';

/**
 * What is announced of approvals: a request to those who may decide, and its end to those who prepared. `approval_withdrawn` is also
 * of a request that was voided: its status tells them apart, and a worker of an earlier version can read it.
 */
const APPROVAL_NOTICE_KINDS = [
  'needs_approval',
  'approval_decided',
  'approval_expired',
  'approval_withdrawn',
] as const;
export type ApprovalNoticeKind = (typeof APPROVAL_NOTICE_KINDS)[number];

/** The type of event of each kind. */
const APPROVAL_EVENT_OF: Readonly<Record<ApprovalNoticeKind, ApprovalEvent>> = {
  needs_approval: 'approval.requested',
  approval_decided: 'approval.decided',
  approval_expired: 'approval.expired',
  approval_withdrawn: 'approval.withdrawn',
};

/** The type of event that announces a notice; null for a voided request, which has none. */
export function approvalEventOf(
  kind: ApprovalNoticeKind,
  { status }: Pick<StoredApproval, 'status'>,
): ApprovalEvent | null {
  return status === 'voided' ? null : APPROVAL_EVENT_OF[kind];
}

/** What a notice says: the reference of the campaign, and the approval as it was when it changed. */
export interface ApprovalNoticeFacts {
  readonly reference: string;
  readonly approval: StoredApproval;
}

/** Whether a person gets the notice: who may decide gets requests, and who prepared or requested gets what followed. */
export function isRecipient(
  kind: ApprovalNoticeKind,
  approval: StoredApproval,
  person: Identity,
  mayDecide: boolean,
): boolean {
  if (kind === 'needs_approval') return mayDecide && findOwnRole(approval, person) === null;
  return [approval.requestedBy, ...approval.preparedBy].some((one) => isSameIdentity(one, person));
}
