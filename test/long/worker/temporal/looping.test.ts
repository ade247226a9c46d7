import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Client, type WorkflowHandle } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger, Runtime } from '@temporalio/worker';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectTemporal, type TemporalLink } from '../../../../worker/relay/temporal-link.ts';
import {
  keepWorkersRunning,
  type WorkerGroup,
  type WorkerPlan,
} from '../../../../worker/temporal/workers.ts';
import { bundleOptions } from '../../../../worker/temporal/workflow-bundle.ts';
import { ownTaskQueue, temporalAddress } from '../../../support/temporal.ts';

/** On a busy machine, the SDK may end the loop before anything else had a chance. */
const ROUNDS = 20;
const WORKFLOWS = join(import.meta.dirname, '..', '..', '..', 'support', 'temporal-loops.ts');
const log = pino({ level: 'silent' });
const plan = (name: string): WorkerPlan => ({
  taskQueue: ownTaskQueue(name),
  activities: {},
  cachedWorkflows: 2,
  starts: 'first',
});
const looping = plan('looping');
const other = plan('other');

let temporal: TemporalLink;
let client: Client;
let group: WorkerGroup;
beforeAll(async () => {
  Runtime.install({ logger: new DefaultLogger('ERROR', () => {}) });
  temporal = connectTemporal(temporalAddress(), 'default', log);
  const [workflowBundle, connection] = await Promise.all([
    bundleWorkflowCode({ ...bundleOptions(WORKFLOWS), logger: new DefaultLogger('ERROR') }),
    temporal.connected,
  ]);
  if (connection === null) throw new Error('no connection');
  client = new Client({ connection });
  group = keepWorkersRunning({ connection, namespace: 'default', workflowBundle, log }, [looping, other]);
  await group.running;
});
afterAll(async () => {
  await group?.stop();
  await temporal?.close();
});

it('a workflow that loops stops no other task queue, and its own for no longer than the SDK lets it', async () => {
  expect(await answers(other)).toBe('answered');
  const rounds = [];
  do rounds.push(await answersBesideLoop());
  while (!rounds.includes(true) && rounds.length < ROUNDS);
  expect(rounds).toContain(true);
}, 900_000);

/** Whether the other queue answered while the thread of a loop had not been stopped yet. */
async function answersBesideLoop(): Promise<boolean> {
  const handle = await client.workflow.start('loops', {
    taskQueue: looping.taskQueue,
    workflowId: randomUUID(),
  });
  try {
    await expect.poll(() => eventsOf(handle)).toContain('workflowTaskStartedEventAttributes');
    expect(await answers(other)).toBe('answered');
    const whileLooping = !(await eventsOf(handle)).includes('workflowTaskFailedEventAttributes');
    // The SDK stops the loop and fails the task, so the same queue serves others again.
    await expect.poll(() => eventsOf(handle)).toContain('workflowTaskFailedEventAttributes');
    return whileLooping;
  } finally {
    await handle.terminate();
    expect(await answers(looping)).toBe('answered');
  }
}

function answers({ taskQueue }: WorkerPlan): Promise<unknown> {
  return client.workflow.execute('answers', { taskQueue, workflowId: randomUUID() });
}

/** The kinds of the events in a history. */
async function eventsOf(handle: WorkflowHandle): Promise<string[]> {
  const { events } = await handle.fetchHistory();
  return (events ?? []).flatMap((event) => Object.keys(event).filter((name) => name.endsWith('Attributes')));
}
