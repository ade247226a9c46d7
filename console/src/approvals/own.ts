import type { Approval } from '../../../clients/typescript/src/types.ts';

/** Whether a person prepared what is to be approved, or requested it so that only others may approve it. */
export function hasPrepared(
  {
    prepared_by: prepared,
    requested_by: requester,
    requester_may_approve: mayApprove,
  }: Pick<Approval, 'prepared_by' | 'requested_by' | 'requester_may_approve'>,
  personId: string,
): boolean {
  return prepared.some(({ id }) => id === personId) || (!mayApprove && requester.id === personId);
}

/** Whether a person has decided about a request already. */
export function hasDecided(
  { decisions }: { readonly decisions: readonly { readonly by: { readonly id: string } }[] },
  personId: string,
): boolean {
  return decisions.some(({ by }) => by.id === personId);
}

/** Whether an approval that waits is for this person to give or to reject. */
export function waitsFor(approval: Approval, personId: string): boolean {
  return !hasPrepared(approval, personId) && !hasDecided(approval, personId);
}

/** How many of those who may approve are left without those who prepared a campaign or ask for its approval. */
export function othersOf(
  approvers: readonly string[],
  without: readonly (string | null | undefined)[],
): number {
  return approvers.filter((id) => !without.includes(id)).length;
}
