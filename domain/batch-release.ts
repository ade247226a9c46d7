/** Longest pause between looks at a batch on which nothing moves. */
const IDLE_PAUSE_MS_MAX = 5_000;

/**
 * How long to wait before the next look: what the last one asked for, and longer by a quarter each time that nothing moved.
 * A longer wait that was asked for stands as it is.
 */
export function releasePauseMs(nextInMs: number, idlePages: number): number {
  const patient = Math.min(nextInMs * 1.25 ** Math.min(idlePages, 40), IDLE_PAUSE_MS_MAX);
  return Math.round(Math.max(nextInMs, patient));
}

/** Rows of one network that may be released now. */
export interface NetworkRoom {
  readonly networkId: string;
  readonly room: number;
}

/** How far each network's rows of this batch may still fill its window; none where it takes no purchases. */
export function roomPerNetwork(
  networkIds: readonly string[],
  pending: ReadonlyMap<string, number>,
  windowOf: (networkId: string) => number,
): NetworkRoom[] {
  return networkIds.map((networkId) => ({
    networkId,
    room: Math.max(0, windowOf(networkId) - (pending.get(networkId) ?? 0)),
  }));
}
