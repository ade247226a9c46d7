import { setTimeout as sleep } from 'node:timers/promises';
import { beginRelease } from '../../../db/batches/release.ts';
import type { BatchId } from '../../../domain/ids.ts';
import { createLastLook } from './next-look.ts';
import { type ReleaseDeps, type Released, releaseNextPage } from './page.ts';

/** Longest that pages follow one another without Temporal. */
const RUN_MS = 5_000;
/** When nothing has moved for this long, Temporal takes over the wait. */
const STILL_MS = 1_000;
/** Pauses that are too short for a durable timer, which may come a second late. */
const SHORT_MS = 500;
/** The first pause of a batch in which nothing moves. */
const STILL_PAUSE_MS = 500;

/**
 * Releases page after page for some seconds, as long as something moves: windows empty in fractions of a second, and
 * durable timers are for longer waits. Every page reads the batch's state again. It ends any earlier release of the batch,
 * and ends itself soon after a later one begins.
 */
export async function releaseWhileItMoves(
  deps: ReleaseDeps,
  batchId: BatchId,
  signal: AbortSignal,
): Promise<Released> {
  const release = await beginRelease(deps.pool, batchId);
  const lastLook = createLastLook();
  const began = performance.now();
  let movedAt = began;
  let released = 0;
  let remaining = Number.POSITIVE_INFINITY;
  for (;;) {
    const page = await releaseNextPage(deps, release, signal, lastLook);
    const now = performance.now();
    if (page.released > 0 || page.remaining < remaining) movedAt = now;
    released += page.released;
    remaining = page.remaining;

    const soFar = { ...page, released };
    if (page.state !== 'running' || page.nextInMs > SHORT_MS) return soFar;
    if (now - movedAt >= STILL_MS) return { ...soFar, nextInMs: STILL_PAUSE_MS };
    if (now - began >= RUN_MS || signal.aborted) return { ...soFar, nextInMs: 0 };
    if (page.nextInMs > 0) await sleep(page.nextInMs, undefined, { signal }).catch(() => {});
  }
}
