import type { Standing } from '../../domain/webhook/endpoint-standing.ts';
import type { SlotUse } from '../../domain/webhook/slots.ts';
import type { WantedAttempt } from './deliver.ts';

/** The attempts under way in one queue of this process, counted by endpoint and by host. */
export interface Slots {
  readonly total: number;
  useFor(attempt: WantedAttempt): SlotUse;
  /** Occupies a slot until the returned function is called. */
  take(attempt: WantedAttempt): () => void;
  /** How many more attempts each endpoint with attempts under way may have, by its turn; others are not limited. */
  capacities(): ReadonlyMap<string, number>;
}

/**
 * Creates the counts of one queue, of which an endpoint may have `share` slots while `total` are taken. An endpoint is identified
 * by the UUID by which it takes turns.
 */
export function createSlots(share: (standing: Standing, total: number) => number): Slots {
  const byTurn = new Map<string, Set<WantedAttempt>>();
  const byHost = new Map<string, Set<WantedAttempt>>();
  const unproven = new Set<WantedAttempt>();
  let total = 0;

  return {
    get total() {
      return total;
    },

    useFor: ({ standing, event, host }) => ({
      standing,
      ofEndpoint: byTurn.get(event.turn)?.size ?? 0,
      ofHost: byHost.get(host)?.size ?? 0,
      unproven: unproven.size,
      total,
    }),

    take(attempt) {
      total += 1;
      addTo(byTurn, attempt.event.turn, attempt);
      addTo(byHost, attempt.host, attempt);
      if (attempt.standing === 'unproven') unproven.add(attempt);
      return () => {
        total -= 1;
        removeFrom(byTurn, attempt.event.turn, attempt);
        removeFrom(byHost, attempt.host, attempt);
        unproven.delete(attempt);
      };
    },

    capacities() {
      const capacities = new Map<string, number>();
      for (const [turn, [first, ...rest]] of byTurn) {
        if (first === undefined) continue;
        const capacity = share(first.standing, total) - 1 - rest.length;
        capacities.set(turn, Math.max(0, capacity));
      }
      return capacities;
    },
  };
}

function addTo<Key>(sets: Map<Key, Set<WantedAttempt>>, key: Key, attempt: WantedAttempt): void {
  const set = sets.get(key) ?? new Set();
  sets.set(key, set.add(attempt));
}

function removeFrom<Key>(sets: Map<Key, Set<WantedAttempt>>, key: Key, attempt: WantedAttempt): void {
  const set = sets.get(key);
  set?.delete(attempt);
  if (set?.size === 0) sets.delete(key);
}
