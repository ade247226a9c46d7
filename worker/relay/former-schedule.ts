import { ScheduleNotFoundError, WorkflowNotFoundError } from '@temporalio/client';
import type { Logger } from 'pino';
import type { NextPass } from '../../services/loop.ts';
import type { TemporalLink } from './temporal-link.ts';

/** Under this id the former version kept a Schedule on the Temporal server that closed days. */
const FORMER_ID = 'close-days';

/**
 * Deletes the Schedule of the former version and terminates what it has started: nothing runs that workflow any more. Looks
 * again from time to time, since a worker of the former version that still runs makes it again.
 */
export function createFormerScheduleRemover(
  { temporal, log }: { readonly temporal: TemporalLink; readonly log: Logger },
  scheduleId = FORMER_ID,
): () => Promise<NextPass> {
  return async () => {
    if (!temporal.isOpen()) return 'later';
    await temporal.call(async ({ schedule, workflow }) => {
      const handle = schedule.getHandle(scheduleId);
      try {
        const { info } = await handle.describe();
        // Not every server lists what still runs, but all list what was started last.
        const started = [...info.runningActions, ...info.recentActions.map(({ action }) => action)];
        for (const id of new Set(started.map((action) => action.workflow.workflowId))) {
          await workflow.getHandle(id).terminate('days are closed without Temporal').catch(ended);
        }
        await handle.delete();
        log.info({ schedule: scheduleId }, 'the schedule of the former version was deleted');
      } catch (error) {
        if (!(error instanceof ScheduleNotFoundError)) throw error;
      }
    });
    return 'done';
  };
}

function ended(error: unknown): void {
  if (!(error instanceof WorkflowNotFoundError)) throw error;
}
