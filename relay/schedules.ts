import {
  type Client,
  ScheduleAlreadyRunning,
  type ScheduleOptions,
  ScheduleOverlapPolicy,
} from '@temporalio/client';
import { type CloseDaysInput, SCHEDULES, TASK_QUEUES, WORKFLOWS } from '../workflows/names.ts';
import type { NextPass } from './loop.ts';
import type { TemporalLink } from './temporal-link.ts';

const FROM_THE_START: CloseDaysInput = { after: null, statements: 0, failed: 0 };

/** Ids and queue of the schedules. */
export interface ScheduleNames {
  readonly closeDays: string;
  readonly taskQueue: string;
}

const NAMES: ScheduleNames = { closeDays: SCHEDULES.closeDays, taskQueue: TASK_QUEUES.upkeep };

/**
 * Makes sure that the schedules are there and as this code wants them: made where there is none, changed once a process
 * where there is one, and looked after from then on, for a server may lose its state. Whether a schedule is paused is
 * left to operators.
 */
export function createScheduleKeeper(temporal: TemporalLink, names = NAMES): () => Promise<NextPass> {
  let updated = false;
  return async () => {
    if (!temporal.isOpen()) return 'later';
    await temporal.call((client) => keep(client, closeDays(names), !updated));
    updated = true;
    return 'done';
  };
}

async function keep({ schedule }: Client, wanted: Wanted, update: boolean): Promise<void> {
  try {
    // The first run makes up at once for what was missed while there was no schedule.
    await schedule.create({ ...wanted, state: { triggerImmediately: true } });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    if (!update) return;
    const { spec, action, policies } = wanted;
    await schedule.getHandle(wanted.scheduleId).update(({ state }) => ({ spec, action, policies, state }));
  }
}

type Wanted = ReturnType<typeof closeDays>;

/**
 * Shortly after midnight UTC, and in every hour after it for what was missed or failed; on a day that is closed it costs
 * one query. At most one run at a time; of the runs that a stopped server missed, one is made up for.
 */
function closeDays({ closeDays: scheduleId, taskQueue }: ScheduleNames) {
  return {
    scheduleId,
    spec: {
      calendars: [{ comment: 'shortly after midnight UTC, and hourly', hour: '*', minute: 0, second: 10 }],
    },
    action: {
      type: 'startWorkflow',
      workflowType: WORKFLOWS.closeDays,
      staticSummary: 'closes the days that have ended',
      workflowId: scheduleId,
      taskQueue,
      args: [FROM_THE_START],
    },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 day' },
    memo: { purpose: 'closes and seals the statements of days that have ended' },
  } satisfies ScheduleOptions;
}
