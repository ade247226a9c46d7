import type { RecurrenceId } from '../domain/ids.ts';
import type { UploadDeps } from '../services/batches/upload-deps.ts';
import { runDue } from '../services/recurrence/run.ts';
import { withHeartbeat } from './heartbeat.ts';

/** The activities of runRecurrence workflows. */
export function createRecurrenceActivities(deps: UploadDeps) {
  return {
    /** Makes the runs that are due; safe to run twice, even at the same time. Returns the ms until the next, null if there is none. */
    runDueCampaigns({ recurrenceId }: { recurrenceId: RecurrenceId }): Promise<number | null> {
      return withHeartbeat(() => runDue(deps, recurrenceId));
    },
  };
}

export type RecurrenceActivities = ReturnType<typeof createRecurrenceActivities>;
