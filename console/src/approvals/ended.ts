import type { Approval, ApprovalActor } from '../../../clients/typescript/src/types.ts';

const OPEN: readonly Approval['status'][] = ['requested', 'approved'];
const VOIDED = {
  changed: 'outcome.voided.changed',
  replaced: 'outcome.voided.replaced',
  started: 'outcome.voided.started',
  canceled: 'outcome.voided.canceled',
  unscheduled: 'outcome.voided.unscheduled',
} as const;

/** Whether a request has ended, so that no one decides about it any more. */
export function isEnded({ status }: Pick<Approval, 'status'>): boolean {
  return !OPEN.includes(status);
}

/** The key of the text about the outcome of a request. A cause that is not known yet has a text too. */
export function outcomeText({ status, void_code: code }: Pick<Approval, 'status' | 'void_code'>) {
  if (status !== 'voided') return `outcome.${status}` as const;
  return Object.entries(VOIDED).find(([one]) => one === code)?.[1] ?? 'outcome.voided.other';
}

/** Who brought a request to where it is: those who approved it, or the one who ended it; no one for its time or a change. */
export function decidersOf({
  status,
  decisions,
  requested_by: requester,
}: Pick<Approval, 'status' | 'decisions' | 'requested_by'>): readonly ApprovalActor[] {
  if (status === 'withdrawn') return [requester];
  const decided = status === 'rejected' ? 'rejected' : 'approved';
  const counts = status === 'rejected' || status === 'approved' || status === 'used';
  return counts ? decisions.filter(({ decision }) => decision === decided).map(({ by }) => by) : [];
}
