import type { Approval } from '../../../clients/typescript/src/types.ts';

/** Whether a person prepared or requested what is to be approved: then others approve it. */
export function hasPrepared(
  { prepared_by: prepared, requested_by: requester }: Approval,
  personId: string,
): boolean {
  return [...prepared, requester].some(({ id }) => id === personId);
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
