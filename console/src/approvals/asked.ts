import type { Approval } from '../../../clients/typescript/src/types.ts';
import { isEnded } from './ended.ts';
import { hasDecided } from './own.ts';

/** What a person is about to do with a request. */
export type Action = 'approve' | 'reject' | 'withdraw' | 'start';

/** Whether there is nothing left to do with a request, because of others or of what the person did elsewhere. */
export function isOver(
  action: Action,
  approval: Pick<Approval, 'status' | 'decisions'>,
  personId: string,
): boolean {
  if (action === 'approve') return approval.status !== 'requested' || hasDecided(approval, personId);
  return action === 'start' ? approval.status !== 'approved' : isEnded(approval);
}
