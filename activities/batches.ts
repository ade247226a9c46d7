import { Context } from '@temporalio/activity';
import type { ReleaseDeps, Released } from '../batches/release.ts';
import { releaseWhileItMoves } from '../batches/release-run.ts';
import type { BatchId } from '../domain/ids.ts';

const HEARTBEAT_MS = 1_000;

/** The activities of runBatch workflows. */
export function createBatchActivities(deps: ReleaseDeps) {
  return {
    /** Releases what a batch may release now; safe to run twice, also at once. */
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
