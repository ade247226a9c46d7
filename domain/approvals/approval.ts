import { type Identity, isSameIdentity } from '../access/identity.ts';
import type { Steps } from './rule.ts';

export const APPROVAL_STATUSES = [
  'requested',
  'approved',
  'used',
  'rejected',
  'withdrawn',
  'expired',
  'voided',
] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

/** Statuses that no event changes. */
export const ENDED: readonly ApprovalStatus[] = ['used', 'rejected', 'withdrawn', 'expired', 'voided'];

/** What the decision on a request depends on. The same for all kinds. */
export interface Approval {
  readonly status: ApprovalStatus;
  /** How many different ones must approve. */
  readonly steps: Steps;
  readonly requestedBy: Identity;
  /** Whether the request sets what no preparer has: a start time, hours or a higher cost. Who requested it has then prepared it too. */
  readonly requesterChanged: boolean;
  /** Who uploaded, corrected or changed what is to be approved. */
  readonly preparedBy: readonly Identity[];
  /** Who approved so far, in order. */
  readonly approvedBy: readonly Identity[];
  readonly expiresAt: Date;
}

export type ApprovalEvent =
  | { readonly kind: 'approve'; readonly by: Identity }
  | { readonly kind: 'reject'; readonly by: Identity }
  | { readonly kind: 'withdraw'; readonly by: Identity }
  /** Spends it. `steps` is what the rule demands now, which may be more than when it was requested. */
  | { readonly kind: 'use'; readonly steps: Steps }
  /** What was to be approved has changed. */
  | { readonly kind: 'void' }
  /** Time has passed. */
  | { readonly kind: 'look' };

export type ApprovalVerdict =
  | { readonly kind: 'moved'; readonly approval: Approval }
  /** It is so already: a repeated event does no harm. */
  | { readonly kind: 'already' }
  /** Use was refused, because fewer have approved than the rule demands now. `approval` waits for the others. */
  | { readonly kind: 'incomplete'; readonly approval: Approval }
  /** Its time has ended. `approval` is expired. */
  | { readonly kind: 'expired'; readonly approval: Approval }
  | { readonly kind: 'ended'; readonly status: ApprovalStatus }
  /** Who prepared it, or set its schedule or cost, may not decide on it. */
  | { readonly kind: 'own'; readonly role: 'preparer' | 'requester' }
  /** Only who requested it may withdraw it. */
  | { readonly kind: 'not_requester' };

/** What an event does to an approval. Nothing changes one that has ended, so each is decided once and used once. */
export function judgeApproval(approval: Approval, event: ApprovalEvent, now: Date): ApprovalVerdict {
  if (ENDED.includes(approval.status)) return judgeEnded(approval, event);
  if (approval.expiresAt <= now)
    return event.kind === 'void'
      ? moveTo(approval, 'voided')
      : { kind: 'expired', approval: { ...approval, status: 'expired' } };
  switch (event.kind) {
    case 'approve':
      return approve(approval, event.by);
    case 'reject': {
      const role = findOwnRole(approval, event.by);
      return role === null ? moveTo(approval, 'rejected') : { kind: 'own', role };
    }
    case 'withdraw':
      return isSameIdentity(approval.requestedBy, event.by)
        ? moveTo(approval, 'withdrawn')
        : { kind: 'not_requester' };
    case 'use':
      return use(approval, event.steps);
    case 'void':
      return moveTo(approval, 'voided');
    case 'look':
      return { kind: 'already' };
  }
}

function judgeEnded({ status, approvedBy, requestedBy }: Approval, event: ApprovalEvent): ApprovalVerdict {
  const isRepeated =
    event.kind === 'look' ||
    event.kind === 'void' ||
    (event.kind === 'withdraw' && status === 'withdrawn' && isSameIdentity(requestedBy, event.by)) ||
    (event.kind === 'approve' && status === 'used' && approvedBy.some((by) => isSameIdentity(by, event.by)));
  return isRepeated ? { kind: 'already' } : { kind: 'ended', status };
}

function approve(approval: Approval, by: Identity): ApprovalVerdict {
  const role = findOwnRole(approval, by);
  if (role !== null) return { kind: 'own', role };
  if (approval.approvedBy.some((other) => isSameIdentity(other, by))) return { kind: 'already' };
  const approvedBy = [...approval.approvedBy, by];
  const status = approvedBy.length >= approval.steps ? 'approved' : 'requested';
  return { kind: 'moved', approval: { ...approval, approvedBy, status } };
}

function use(approval: Approval, steps: Steps): ApprovalVerdict {
  if (approval.approvedBy.length >= steps && steps > 0) return moveTo(approval, 'used');
  return { kind: 'incomplete', approval: { ...approval, status: 'requested', steps } };
}

function moveTo(approval: Approval, status: ApprovalStatus): ApprovalVerdict {
  return { kind: 'moved', approval: { ...approval, status } };
}

/**
 * Why someone may not decide on a request; null if they may. Where it is not known who prepared it, as in batches of earlier versions,
 * who requested it counts as the preparer.
 */
export function findOwnRole(
  {
    preparedBy,
    requestedBy,
    requesterChanged,
  }: Pick<Approval, 'preparedBy' | 'requestedBy' | 'requesterChanged'>,
  by: Identity,
): 'preparer' | 'requester' | null {
  if (preparedBy.some((other) => isSameIdentity(other, by))) return 'preparer';
  const hasPrepared = requesterChanged || preparedBy.length === 0;
  return hasPrepared && isSameIdentity(requestedBy, by) ? 'requester' : null;
}
