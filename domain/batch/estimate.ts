/** What an estimate needs of one network of a batch. */
export interface NetworkProgress {
  readonly waiting: number;
  readonly pending: number;
  /** Completions per second; null where none was ever observed. */
  readonly perSecond: number | null;
  readonly resolveWithinMs: number;
}

/** An estimate further away than this is useless. */
const ESTIMATE_MS_MAX = 30 * 24 * 3_600_000;

/**
 * When a batch will have finished, by the rates at which its networks complete purchases; they work side by side, so the
 * slowest decides. What is open ends by its `resolve_by` in every case. Null where a network's rate is
 * unknown, or so low that no date can be named.
 * @param from the later of now and `not_before`.
 */
export function estimateCompletion(from: Date, networks: readonly NetworkProgress[]): Date | null {
  let longestMs = 0;
  for (const { waiting, pending, perSecond, resolveWithinMs } of networks) {
    if (waiting + pending === 0) continue;
    if (perSecond === null) return null;
    const released = waiting === 0 ? 0 : (waiting * 1_000) / perSecond;
    const drained = Math.min((pending * 1_000) / perSecond, resolveWithinMs);
    longestMs = Math.max(longestMs, released + drained);
  }
  if (!(longestMs <= ESTIMATE_MS_MAX)) return null;
  return new Date(from.getTime() + Math.ceil(longestMs));
}
