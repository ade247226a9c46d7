import type { BatchId } from '../domain/ids.ts';
import type { ReleaseDeps, Released } from '../services/batches/release/page.ts';
import { releaseWhileItMoves } from '../services/batches/release/run.ts';
import { withHeartbeat } from './heartbeat.ts';

/** The activities of runBatch workflows. */
export function createBatchActivities(deps: ReleaseDeps) {
  return {
    /** Releases what a batch may release now; safe to run twice, even at the same time. */
    releaseNext({ batchId }: { batchId: BatchId }): Promise<Released> {
      return withHeartbeat((signal) => releaseWhileItMoves(deps, batchId, signal));
    },
  };
}

export type BatchActivities = ReturnType<typeof createBatchActivities>;
