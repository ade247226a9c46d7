import { Client } from '@temporalio/client';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectTemporal, type TemporalLink } from '../../../worker/relay/temporal-link.ts';
import { keepWorkersRunning, type WorkerPlan, type WorkerSetting } from '../../../worker/temporal/workers.ts';
import { installQuietRuntime } from '../../support/quiet-runtime.ts';
import { ownTaskQueue, temporalAddress } from '../../support/temporal.ts';
import { shippedBundle } from '../../support/workflow-bundle.ts';

const log = pino({ level: 'silent' });
const WORKFLOW_TASKS = 1;

let temporal: TemporalLink;
let fixture: WorkerSetting;
let client: Client;

beforeAll(async () => {
  installQuietRuntime();
  temporal = connectTemporal(temporalAddress(), 'default', log);
  const [workflowBundle, connection] = await Promise.all([shippedBundle(), temporal.connected]);
  if (connection === null) throw new Error('no connection');
  client = new Client({ connection });
  fixture = { connection, namespace: 'default', workflowBundle, log };
});

afterAll(() => temporal.close());

function plan(name: string, starts: WorkerPlan['starts']): WorkerPlan {
  return { taskQueue: ownTaskQueue(name), activities: {}, cachedWorkflows: 2, starts };
}

/** Whether a worker polls the queue, or did within minutes. */
async function isServed({ taskQueue }: WorkerPlan): Promise<boolean> {
  const { pollers } = await client.workflowService.describeTaskQueue({
    namespace: 'default',
    taskQueue: { name: taskQueue },
    taskQueueType: WORKFLOW_TASKS,
  });
  return (pollers ?? []).length > 0;
}

const served = (each: WorkerPlan) => expect.poll(() => isServed(each)).toBe(true);

it('runs the workers that are first, then the others too', async () => {
  const [first, second, last] = [plan('first', 'first'), plan('later', 'later'), plan('last', 'later')];
  const group = keepWorkersRunning(fixture, [second, first, last]);
  await group.running;
  for (const each of [first, second, last]) await served(each);
  await group.stop();
});

it('is running only when all workers are, if none starts first', async () => {
  const plans = [plan('test-mode', 'later'), plan('test-mode', 'later')];
  const group = keepWorkersRunning(fixture, plans);
  await group.running;
  for (const each of plans) await served(each);
  await group.stop();
});

it('stops while workers are still being created, and releases the connection', async () => {
  const link = connectTemporal(temporalAddress(), 'default', log);
  const connection = await link.connected;
  if (connection === null) throw new Error('no connection');
  const plans = [plan('first', 'first'), plan('first', 'first'), plan('later', 'later')];
  const group = keepWorkersRunning({ ...fixture, connection }, plans);
  await group.stop();
  // The SDK refuses to close a connection that a worker still holds.
  await link.close();
});
