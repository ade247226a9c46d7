import type { ApprovalNotice } from '../../db/notices/approvals.ts';
import type { StoredApproval } from '../../domain/approvals/stored.ts';
import { formatAmount } from '../../domain/money/amount.ts';

/** The subject of a mail about an approval. */
export function approvalSubject({ kind, facts: { reference, approval } }: ApprovalNotice): string {
  switch (kind) {
    case 'needs_approval':
      return `Campaign ${reference} needs your approval`;
    case 'approval_decided':
      return `Campaign ${reference} was ${approval.status === 'rejected' ? 'rejected' : 'approved'}`;
    case 'approval_expired':
      return `The approval of campaign ${reference} has expired`;
    case 'approval_withdrawn':
      return approval.status === 'voided'
        ? `The request to approve campaign ${reference} has ended`
        : `The request to approve campaign ${reference} was withdrawn`;
  }
}

/**
 * The text of a mail about an approval: what happened, the most that the campaign may spend, and what to do. No phone number.
 * @param publicUrl where the console is; null if that is not configured.
 */
export function approvalText(notice: ApprovalNotice, publicUrl: string | null): string {
  const { facts, at } = notice;
  const { id, batchId } = facts.approval;
  const link = publicUrl === null ? [] : ['', `${publicUrl}/campaigns/${batchId}`];
  return [
    ...happened(notice),
    '',
    ...whatToDo(notice),
    ...link,
    '',
    `Campaign ${facts.reference} (${batchId}), approval ${id}, ${minute(at)}.`,
    '',
  ].join('\n');
}

function happened({ kind, facts: { approval } }: ApprovalNotice): string[] {
  const cost = `It may spend up to ${formatAmount(approval.amount, approval.currency)}.`;
  switch (kind) {
    case 'needs_approval': {
      const who = approval.steps === 1 ? 'one other person or key' : 'two other persons or keys';
      return [
        `The campaign needs the approval of ${who} before it can start or resume.`,
        cost,
        ...noteOf(approval),
      ];
    }
    case 'approval_decided':
      return approval.status === 'rejected'
        ? ['The campaign was rejected.', cost, ...reasonOf(approval)]
        : ['The campaign has all approvals that it needs.', cost];
    case 'approval_expired':
      return [`The approval was not given and used before ${minute(approval.expiresAt)}.`, cost];
    case 'approval_withdrawn':
      return approval.status === 'voided'
        ? [`${whyVoided(approval)} The request has ended, and no one can approve it any more.`, cost]
        : ['The request was withdrawn.', cost, ...reasonOf(approval)];
  }
}

/** Requests of earlier versions have no note. */
function noteOf({ requestNote }: Partial<StoredApproval>): string[] {
  return requestNote === null || requestNote === undefined
    ? []
    : [`Note: ${requestNote.replace(/\s+/g, ' ')}`];
}

function reasonOf({ endReason }: StoredApproval): string[] {
  return endReason === null ? [] : [`Reason: ${endReason.replace(/\s+/g, ' ')}`];
}

/** Only a campaign that has not started can be changed or lose its start time. Others may have bought rows before the request. */
function whyVoided({ voidCode }: StoredApproval): string {
  switch (voidCode) {
    case 'replaced':
      return 'Another start of the campaign was requested.';
    case 'started':
      return 'The campaign was started without this approval.';
    case 'canceled':
      return 'The campaign was cancelled.';
    case 'unscheduled':
      return 'The start time of the campaign was removed. Nothing was bought.';
    case 'changed':
    case null:
      return 'The campaign was changed. Nothing was bought.';
  }
}

/** Where the campaign still needs an approval. */
function askAgain({ voidCode }: StoredApproval): string[] {
  const isOver = voidCode === 'replaced' || voidCode === 'started' || voidCode === 'canceled';
  return isOver ? ['You need not do anything.'] : ['To ask again, start the campaign again.'];
}

function whatToDo({ kind, facts: { approval } }: ApprovalNotice): string[] {
  switch (kind) {
    case 'needs_approval':
      return [
        `Check the campaign. Then approve it with POST /v1/approvals/${approval.id}/approve, or reject it.`,
        `The request ends on ${minute(approval.expiresAt)}.`,
      ];
    case 'approval_decided':
      return approval.status === 'rejected'
        ? askAgain(approval)
        : [`Start the campaign before ${minute(approval.expiresAt)}.`];
    case 'approval_expired':
    case 'approval_withdrawn':
      return askAgain(approval);
  }
}

function minute(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
