import { Client, Connection, ScheduleNotFoundError } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRecurrenceActivities } from '../../../activities/recurrences.ts';
import { createRecurrence, findRecurrence, setRecurrenceStatus } from '../../../db/recurrence/recurrences.ts';
import { listRuns } from '../../../db/recurrence/runs.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import { type Calendar, nextRuns } from '../../../domain/recurrence/calendar.ts';
import { createTurns } from '../../../services/batches/turns.ts';
import { syncSchedule } from '../../../worker/relay/sync-schedule.ts';
import { moveClock } from '../../support/batches/clock.ts';
import {
  asBatchId,
  type BatchFixture,
  createBatchFixture,
  getBatch,
  goodFile,
  PRICE,
  uploaded,
} from '../../support/batches/fixture.ts';
import { CLIENT } from '../../support/client-actor.ts';
import { ownTaskQueue, temporalAddress } from '../../support/temporal.ts';
import { shippedBundle } from '../../support/workflow-bundle.ts';

const taskQueue = ownTaskQueue('recurrences');
let fixture: BatchFixture;
let connection: Connection;
let native: NativeConnection;
let client: Client;
let worker: Worker;
let running: Promise<void>;

beforeAll(async () => {
  fixture = await createBatchFixture(1_000 * PRICE);
  connection = await Connection.connect({ address: temporalAddress() });
  client = new Client({ connection });
  native = await NativeConnection.connect({ address: temporalAddress() });
  worker = await Worker.create({
    connection: native,
    taskQueue,
    workflowBundle: await shippedBundle(),
    activities: createRecurrenceActivities({ ...fixture.release, turns: createTurns() }),
  });
  running = worker.run();
});
afterAll(async () => {
  worker?.shutdown();
  await running;
  await native?.close();
  await connection?.close();
  await fixture?.close();
});

let made = 0;
async function recurring(calendar: Calendar) {
  const source = await uploaded(fixture, goodFile(2), { reference: `source-${++made}`, start: 'manual' });
  const created = await createRecurrence(
    fixture.pool,
    {
      id: newId('rec'),
      accountId: fixture.client.accountId,
      reference: `recurring-${made}`,
      sourceId: asBatchId(source.id),
      calendar,
      approvedCost: 100 * PRICE,
      currency: 'NGN',
      duplicateWindowHours: 0,
    },
    CLIENT,
  );
  if (created.kind !== 'created') throw new Error(created.kind);
  return created.recurrence.id;
}

it.each([
  ['Africa/Lagos', 480, [], []],
  ['Europe/London', 90, [], []],
  ['America/New_York', 150, [7], []],
  ['Asia/Kathmandu', 0, [1, 3, 5], []],
  ['Australia/Lord_Howe', 125, [], [1, 15, 31]],
  ['UTC', 1439, [5], [13]],
] as const)(
  'the next runs that we show are those of Temporal: %s, minute %i, days %j %j',
  async (timeZone, minute, weekdays, monthDays) => {
    const calendar = { timeZone, minute, weekdays, monthDays, endsAt: null };
    const id = await recurring(calendar);
    await syncSchedule(client, fixture.pool, id, taskQueue);
    await syncSchedule(client, fixture.pool, id, taskQueue);
    const { info } = await client.schedule.getHandle(id).describe();
    expect(info.nextActionTimes.length).toBeGreaterThan(0);
    const first = info.nextActionTimes[0] ?? new Date();
    const ours = nextRuns(calendar, new Date(first.getTime() - 1), info.nextActionTimes.length);
    expect(ours.map((at) => at.toISOString())).toEqual(info.nextActionTimes.map((at) => at.toISOString()));
    await setRecurrenceStatus(fixture.pool, fixture.client.accountId, id, 'paused', CLIENT);
    await syncSchedule(client, fixture.pool, id, taskQueue);
    await expect(client.schedule.getHandle(id).describe()).rejects.toThrow(ScheduleNotFoundError);
    await syncSchedule(client, fixture.pool, id, taskQueue);
  },
);

it('a schedule wakes the run that is due; one that Temporal lost is restored with the run that is overdue', async () => {
  const daily = { timeZone: 'UTC', minute: 600, weekdays: [], monthDays: [], endsAt: null };
  const id = await recurring(daily);
  const { accountId } = fixture.client;
  await syncSchedule(client, fixture.pool, id, taskQueue);
  const due = (await findRecurrence(fixture.pool, accountId, id))?.nextRunAt ?? new Date();
  await moveClock(fixture.pool, due);
  await client.schedule.getHandle(id).trigger();
  const outcomes = async () =>
    (await listRuns(fixture.pool, accountId, id, 10)).map(({ outcome }) => outcome);
  await expect.poll(outcomes).toEqual(['started']);
  const [first] = await listRuns(fixture.pool, accountId, id, 1);
  await getBatch(fixture, first?.batchId ?? '').then(({ reference }) =>
    expect(reference).toContain(`recurring-${made}.`),
  );

  // The schedule may record its action later than the run ends.
  const wokenIds = async () => {
    const { info } = await client.schedule.getHandle(id).describe();
    return info.recentActions.map(({ action }) => action.workflow.workflowId);
  };
  await expect.poll(wokenIds).toHaveLength(1);
  const [workflowId = ''] = await wokenIds();
  const woken = client.workflow.getHandle(workflowId);
  await woken.result();
  await Worker.runReplayHistory(
    { workflowBundle: await shippedBundle() },
    await woken.fetchHistory(),
    workflowId,
  );

  await client.schedule.getHandle(id).delete();
  await moveClock(fixture.pool, new Date(due.getTime() + 24 * 3_600_000 + 120_000));
  await syncSchedule(client, fixture.pool, id, taskQueue);
  await expect.poll(outcomes).toEqual(['skipped', 'started']);
  await client.schedule.getHandle(id).describe();
  await client.schedule.getHandle(id).delete();
});
