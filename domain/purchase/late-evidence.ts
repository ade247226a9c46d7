import type { PurchaseId } from '../ids.ts';
import type { PurchaseStatus } from './purchase.ts';

/** Why a person cannot record a late confirmation: the status of the purchase, or that no order was sent for it. */
export type LateRefusal = Exclude<PurchaseStatus, 'failed'> | 'never_sent';

/** Every reason, for schemas. */
export const LATE_REFUSALS = [
  'pending',
  'successful',
  'reversed',
  'never_sent',
] as const satisfies readonly LateRefusal[];

/** What to say to a person who recorded a late confirmation on evidence: what happened, and what to do next. */
export function explainRecording(
  id: PurchaseId,
  {
    recorded,
    refused,
    late,
  }: {
    readonly recorded: boolean;
    readonly refused: LateRefusal | null;
    readonly late: { readonly resolution: string | null } | null;
  },
): string {
  if (refused !== null) return `Nothing was recorded. ${INSTEAD[refused](id)}`;
  const next =
    late === null || late.resolution === null
      ? `Decide who pays: late settle ${id}, or late write-off ${id}.`
      : `It is decided: ${late.resolution}.`;
  return recorded
    ? `The late confirmation is recorded. The client is not charged. ${next}`
    : `A late confirmation was recorded before, so nothing was changed. ${next}`;
}

const INSTEAD: Readonly<Record<LateRefusal, (id: PurchaseId) => string>> = {
  pending: (id) =>
    `The purchase is still pending. Settle it with your evidence: purchase resolve ${id} --outcome delivered.`,
  successful: () => 'The purchase was delivered and charged, so it has nothing to record.',
  reversed: (id) =>
    `The network had delivered the purchase, and then reversed it. Ask the network which report is true: purchase trace ${id} shows both. If the client must pay, agree on it and book it with account adjust.`,
  never_sent: () =>
    "No order was sent to the network for this purchase, so the evidence is about another order. Compare the network's list of that day: gateway reconcile.",
};
