import type { ClaimedRow } from '../../db/outbox/claims.ts';
import type { SlotVerdict } from '../../domain/webhook/slots.ts';
import type { WantedAttempt } from '../../services/webhooks/deliver.ts';
import type { Slots } from '../../services/webhooks/slots.ts';

/** The attempts to send now, each with a function that frees its slot, and those that are put aside. */
export interface Sorted {
  readonly sent: readonly { readonly attempt: WantedAttempt; readonly free: () => void }[];
  readonly aside: readonly { readonly attempt: WantedAttempt; readonly verdict: SlotVerdict }[];
}

/** Decides for each attempt in turn, because each one that is sent leaves less room for the next. */
export function sortOut(
  slots: Slots,
  judge: (attempt: WantedAttempt) => SlotVerdict,
  attempts: readonly WantedAttempt[],
): Sorted {
  const sent: { attempt: WantedAttempt; free: () => void }[] = [];
  const aside: { attempt: WantedAttempt; verdict: SlotVerdict }[] = [];
  for (const attempt of attempts) {
    const verdict = judge(attempt);
    if (verdict === 'send') sent.push({ attempt, free: slots.take(attempt) });
    else aside.push({ attempt, verdict });
  }
  return { sent, aside };
}

/** Whether rows may have been left out because their account had no capacity left. */
export function wantsSlots(capacities: ReadonlyMap<string, number>, rows: readonly ClaimedRow[]): boolean {
  return [...capacities].some(
    ([account, capacity]) => rows.filter(({ accountUuid }) => accountUuid === account).length >= capacity,
  );
}
