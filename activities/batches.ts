import { Context } from '@temporalio/activity';
import type { BatchId } from '../domain/ids.ts';
import type { ReleaseDeps, Released } from '../services/batches/release/page.ts';
import { releaseWhileItMoves } from '../services/batches/release/run.ts';

const HEARTBEAT_MS = 1_000;

/** The activities of runBatch workflows. */
export function createBatchActivities(deps: ReleaseDeps) {
  return {
    /** Releases what a batch may release now; safe to run twice, even at the same time. */
    async releaseNext({ batchId }: { batchId: BatchId }): Promise<Released> {
      const activity = Context.current();
      const beating = setInterval(() => activity.heartbeat(), HEARTBEAT_MS);
      try {
        return await releaseWhileItMoves(deps, batchId, activity.cancellationSignal);
      } finally {
        clearInterval(beating);
      }
    },
  };
}

export type BatchActivities = ReturnType<typeof createBatchActivities>;
