import {
  type Client,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  type ScheduleOptions,
} from '@temporalio/client';
import { TypedSearchAttributes } from '@temporalio/common';
import type { Pool } from 'pg';
import { readForRun } from '../../db/recurrence/recurrences.ts';
import type { RecurrenceId } from '../../domain/ids.ts';
import { LATE_RUN_MS_MAX, type Recurrence } from '../../domain/recurrence/recurrence.ts';
import { TASK_QUEUES, WORKFLOWS } from '../../workflows/names.ts';
import { attributePairs } from '../../workflows/search-attributes.ts';

const WEEKDAYS = [
  'SUNDAY',
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const;

/**
 * Makes the Temporal Schedule of a recurring campaign as PostgreSQL has it, and starts its workflow if a run is overdue. Safe to
 * repeat: a schedule that is there is replaced, one that is gone stays gone.
 */
export async function syncSchedule(
  client: Client,
  pool: Pool,
  id: RecurrenceId,
  taskQueue: string = TASK_QUEUES.batches,
): Promise<void> {
  const found = await readForRun(pool, id);
  if (found === null) return;
  const { recurrence, now } = found;
  if (recurrence.nextRunAt === null) await remove(client, id);
  else await put(client, recurrence, taskQueue);
  const isOverdue = recurrence.nextRunAt !== null && recurrence.nextRunAt <= now;
  if (isOverdue || found.isUnfinished) await startOverdue(client, recurrence, taskQueue);
}

async function put(client: Client, recurrence: Recurrence, taskQueue: string): Promise<void> {
  const options = toOptions(recurrence, taskQueue);
  try {
    await client.schedule.create(options);
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    const { spec, action, policies } = options;
    await client.schedule
      .getHandle(recurrence.id)
      .update((previous) => ({ ...previous, spec, action, ...(policies === undefined ? {} : { policies }) }));
  }
}

async function remove(client: Client, id: RecurrenceId): Promise<void> {
  try {
    await client.schedule.getHandle(id).delete();
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
  }
}

function toOptions({ id, accountId, calendar }: Recurrence, taskQueue: string) {
  const { timeZone, minute, weekdays, monthDays, endsAt } = calendar;
  return {
    scheduleId: id,
    spec: {
      calendars: [
        {
          hour: Math.floor(minute / 60),
          minute: minute % 60,
          ...(weekdays.length === 0 ? {} : { dayOfWeek: weekdays.map((day) => WEEKDAYS[day] ?? 'SUNDAY') }),
          ...(monthDays.length === 0 ? {} : { dayOfMonth: [...monthDays] }),
        },
      ],
      timezone: timeZone,
      ...(endsAt === null ? {} : { endAt: endsAt }),
    },
    action: {
      type: 'startWorkflow',
      workflowType: WORKFLOWS.runRecurrence,
      workflowId: id,
      taskQueue,
      args: [{ recurrenceId: id }],
      typedSearchAttributes: new TypedSearchAttributes(attributePairs({ accountId })),
    },
    // PostgreSQL decides what is skipped, and records it.
    policies: { overlap: 'ALLOW_ALL', catchupWindow: LATE_RUN_MS_MAX },
  } as const satisfies ScheduleOptions;
}

async function startOverdue(client: Client, { id, accountId }: Recurrence, taskQueue: string): Promise<void> {
  await client.workflow.start(WORKFLOWS.runRecurrence, {
    workflowId: `${id}.overdue`,
    taskQueue,
    args: [{ recurrenceId: id }],
    workflowIdConflictPolicy: 'USE_EXISTING',
    staticSummary: 'recurring campaign · a run that is overdue',
    typedSearchAttributes: new TypedSearchAttributes(attributePairs({ accountId })),
  });
}
