import type { NetworkShare, NewObservation } from '../../../db/batches/shares.ts';
import { spanBetween } from '../../../domain/batch/measured.ts';
import type { NetworkRoom } from '../../../domain/batch/release.ts';
import { computeRowCapacity, observe, roomAhead } from '../../../domain/batch/window.ts';
import type { BatchId } from '../../../domain/ids.ts';
import type { NetworkTerms } from '../../../domain/purchase/accept.ts';

/**
 * How many rows of each network a batch may release now.
 * @param unsent purchases of the batch that were not sent yet, by network.
 */
export function computeRooms(
  batchId: BatchId,
  shares: readonly NetworkShare[],
  networks: ReadonlyMap<string, NetworkTerms>,
  unsent: ReadonlyMap<string, number>,
): NetworkRoom[] {
  return (
    shares
      // Rows wait while their network takes no purchases; a network that was removed refuses them.
      .filter(({ networkId }) => networks.get(networkId)?.accepting !== false)
      .filter(({ hours }) => hours.kind === 'open')
      .map(({ networkId, network, sharing, observed: last }) => {
        const ahead = roomAhead(last?.perSecond ?? null, unsent.get(networkId) ?? 0);
        return { networkId, room: Math.min(computeRowCapacity(batchId, network, sharing), ahead) };
      })
  );
}

/** Whether rows wait for the hours of their recipients. */
export interface Quiet {
  /** Whether the rows of some network do. */
  readonly some: boolean;
  /** Until the first of them may be bought, in milliseconds; null if others need not wait. */
  readonly allForMs: number | null;
}

/** How long the rows of a batch wait for the hours of their recipients. */
export function measureQuiet(shares: readonly NetworkShare[], now: Date): Quiet {
  const waiting = shares.filter((share) => share.waiting > 0);
  const quiet = waiting.flatMap(({ hours }) => (hours.kind === 'quiet' ? [hours] : []));
  if (quiet.length === 0 || quiet.length < waiting.length) return { some: quiet.length > 0, allForMs: null };
  const ends = quiet.map(({ until }) => until?.getTime() ?? Number.POSITIVE_INFINITY);
  return { some: true, allForMs: Math.min(...ends) - now.getTime() };
}

/**
 * What a look at a batch shows of completions on its networks, where enough time has passed since the last one.
 * @param pending purchases of the batch that are not final, by network.
 */
export function observeShares(
  batchId: BatchId,
  pending: ReadonlyMap<string, number>,
  now: Date,
  shares: readonly NetworkShare[],
  networks: ReadonlyMap<string, NetworkTerms>,
): NewObservation[] {
  return shares.flatMap(({ networkId, observed, finals, sharing }) => {
    const open = pending.get(networkId) ?? 0;
    const observation = observe(observed, now, finals, open);
    if (observation === observed) return [];
    const waiting = sharing.find((batch) => batch.batchId === batchId)?.waiting ?? 0;
    const accepting = networks.get(networkId)?.accepting !== false;
    const span = spanBetween(observed, observation, { waiting, open, accepting });
    const others = sharing.filter((batch) => batch.batchId !== batchId);
    const known = [observation, ...others].flatMap(({ perSecond }) =>
      perSecond === null ? [] : [perSecond],
    );
    const perSecond = known.length === 0 ? null : known.reduce((total, rate) => total + rate, 0);
    return [{ networkId, observation, perSecond, span }];
  });
}
