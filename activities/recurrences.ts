import { Context } from '@temporalio/activity';
import type { RecurrenceId } from '../domain/ids.ts';
import type { UploadDeps } from '../services/batches/upload-deps.ts';
import { runDue } from '../services/recurrence/run.ts';

const HEARTBEAT_MS = 1_000;

/** The activities of runRecurrence workflows. */
export function createRecurrenceActivities(deps: UploadDeps) {
  return {
    /** Makes the runs that are due; safe to run twice, even at the same time. Returns the ms until the next, null if there is none. */
    async runDueCampaigns({ recurrenceId }: { recurrenceId: RecurrenceId }): Promise<number | null> {
      const activity = Context.current();
      const beating = setInterval(() => activity.heartbeat(), HEARTBEAT_MS);
      try {
        return await runDue(deps, recurrenceId);
      } finally {
        clearInterval(beating);
      }
    },
  };
}

export type RecurrenceActivities = ReturnType<typeof createRecurrenceActivities>;
