import type { BatchId } from '../ids.ts';

/** One release of a batch. When a later release begins, this one can no longer buy or record anything. */
export interface BatchRelease {
  readonly batchId: BatchId;
  /** Counts the releases of the batch; only the highest is in force. */
  readonly epoch: number;
}

/** Longest pause between looks at a batch on which nothing moves. */
const IDLE_PAUSE_MS_MAX = 5_000;

/**
 * How long to wait before the next look: what the last one requested, and longer by a quarter each time that nothing moved.
 * A longer requested wait is kept.
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
