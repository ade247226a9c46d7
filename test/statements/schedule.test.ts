import { Client } from '@temporalio/client';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStatementActivities } from '../../activities/statements.ts';
import { countAccountsToClose } from '../../db/close-days.ts';
import { createScheduleKeeper, type ScheduleNames } from '../../relay/schedules.ts';
import { connectTemporal, type TemporalLink } from '../../relay/temporal-link.ts';
import { loadWorkflowBundle } from '../../worker/workflow-bundle.ts';
import { createLaneSetting, type LaneSetting, openAccount } from '../lanes/setting.ts';
import { ownTaskQueue, temporalAddress } from '../support/temporal.ts';
import { setClock } from '../verify/history.ts';

const log = pino({ level: 'silent' });
const names: ScheduleNames = { closeDays: ownTaskQueue('close-days'), taskQueue: ownTaskQueue('upkeep') };

let setting: LaneSetting;
let temporal: TemporalLink;
let client: Client;
let stop: () => Promise<void>;

beforeAll(async () => {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  temporal = connectTemporal(temporalAddress(), 'default', log);
  setting = await createLaneSetting();
  const [workflowBundle, connection] = await Promise.all([loadWorkflowBundle(log), temporal.connected]);
  if (connection === null) throw new Error('no connection');
  client = new Client({ connection });
  const worker = await Worker.create({
    connection,
    taskQueue: names.taskQueue,
    workflowBundle,
    activities: createStatementActivities({ pool: setting.pool, log }),
  });
  const running = worker.run();
  stop = async () => {
    worker.shutdown();
    await running;
  };
});

afterAll(async () => {
  await client.schedule
    .getHandle(names.closeDays)
    .delete()
    .catch(() => {});
  await stop();
  await temporal.close();
  await setting.close();
});

const unclosed = () => expect.poll(() => countAccountsToClose(setting.pool), { timeout: 30_000 });
const keepSchedules = () => createScheduleKeeper(temporal, names)();

it('waits for Temporal, then makes the schedule, whose first run closes what was missed', async () => {
  await setClock(setting.pool, new Date('2026-03-01T12:00:00.000Z'));
  await openAccount(setting, 1);
  await openAccount(setting, 0);
  await setClock(setting.pool, new Date('2026-03-03T00:00:10.000Z'));
  expect(await keepSchedules()).toBe('later');
  temporal.open();
  expect(await keepSchedules()).toBe('done');
  await unclosed().toBe(0);
});

it('fires ten seconds after midnight UTC and after every hour, one run at a time', async () => {
  const { spec, policies, info } = await client.schedule.getHandle(names.closeDays).describe();
  expect(spec.calendars?.[0]).toMatchObject({
    hour: [{ start: 0, end: 23, step: 1 }],
    minute: [{ start: 0, end: 0, step: 1 }],
    second: [{ start: 10, end: 10, step: 1 }],
  });
  expect(policies.overlap).toBe('SKIP');
  expect(info.nextActionTimes.map((at) => at.toISOString().slice(-11))).toContain(':00:10.000Z');
});

it('is changed by a process that starts later, and left paused when an operator paused it', async () => {
  const handle = client.schedule.getHandle(names.closeDays);
  await handle.pause('looking into something');
  await handle.update(({ action, policies, state }) => ({
    action,
    policies,
    state,
    spec: { intervals: [{ every: '90 days' }] },
  }));
  await keepSchedules();
  const { spec, state } = await handle.describe();
  expect(spec.intervals ?? []).toEqual([]);
  expect(spec.calendars).toHaveLength(1);
  expect([state.paused, state.note]).toEqual([true, 'looking into something']);
});

it('is made again when the server has lost it, and closes the days since', async () => {
  const keep = createScheduleKeeper(temporal, names);
  await keep();
  await client.schedule.getHandle(names.closeDays).delete();
  await setClock(setting.pool, new Date('2026-03-09T00:00:10.000Z'));
  await keep();
  await unclosed().toBe(0);
});
