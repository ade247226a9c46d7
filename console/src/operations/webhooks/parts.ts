import type { StaffRecoveredEvents } from '../types.ts';

/** Most parts that one click asks for. */
const PARTS_MAX = 10;

/**
 * Asks for part after part until nothing is left, or no more may wait at the endpoint.
 * @param first the event after which it begins; null for the beginning
 */
export async function askParts(
  ask: (from: { readonly after?: string }) => Promise<StaffRecoveredEvents>,
  first: string | null,
) {
  let [queued, next, hasMore] = [0, first, true];
  for (let parts = 0; hasMore && parts < PARTS_MAX; parts += 1) {
    const part = await ask(next === null ? {} : { after: next });
    queued += part.queued;
    next = part.next ?? next;
    hasMore = part.has_more;
    if (part.queued === 0) break;
  }
  return { queued, next, hasMore };
}
