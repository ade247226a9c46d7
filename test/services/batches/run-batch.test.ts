import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker, type WorkflowBundle } from '@temporalio/worker';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBatchActivities } from '../../../activities/batches.ts';
import { runBatchWorkflowId, SIGNALS, WORKFLOWS } from '../../../workflows/names.ts';
import {
  asBatchId,
  type BatchFixture,
  command,
  confirmAll,
  createBatchFixture,
  getBatch,
  goodFile,
  uploaded,
} from '../../support/batches/fixture.ts';
import { ownTaskQueue, temporalAddress } from '../../support/temporal.ts';
import { shippedBundle } from '../../support/workflow-bundle.ts';

const taskQueue = ownTaskQueue('batches');
let workflowBundle: WorkflowBundle;
let fixture: BatchFixture;
let connection: Connection;
let native: NativeConnection;
let worker: Worker;
let running: Promise<void>;
let client: Client;
let settling: NodeJS.Timeout;

beforeAll(async () => {
  fixture = await createBatchFixture(1_000_000, 20);
  connection = await Connection.connect({ address: temporalAddress() });
  client = new Client({ connection });
  workflowBundle = await shippedBundle();
  native = await NativeConnection.connect({ address: temporalAddress() });
  worker = await Worker.create({
    connection: native,
    taskQueue,
    workflowBundle,
    activities: createBatchActivities(fixture.release),
  });
  running = worker.run();
  settling = setInterval(() => void confirmAll(fixture).catch(() => {}), 100);
});
afterAll(async () => {
  clearInterval(settling);
  worker.shutdown();
  await running;
  await native.close();
  await connection.close();
  await fixture.close();
});

/** Replays the history: a restarted worker must issue the same commands to continue. */
async function replay(id: string, history: Parameters<typeof Worker.runReplayHistory>[1]): Promise<void> {
  await Worker.runReplayHistory({ workflowBundle }, history, id);
}

/** What the relay does with a run_batch row. */
async function startOrWake(id: string) {
  const batchId = asBatchId(id);
  return client.workflow.signalWithStart(WORKFLOWS.runBatch, {
    workflowId: runBatchWorkflowId(batchId),
    taskQueue,
    args: [{ batchId }],
    signal: SIGNALS.batchChanged,
    workflowIdConflictPolicy: 'USE_EXISTING',
  });
}

it('releases a campaign within its window and completes it; ids and counts are all that Temporal sees', async () => {
  const { id } = await uploaded(fixture, goodFile(150), { reference: 'whole' });
  const handle = await startOrWake(id);
  expect(await handle.result()).toBe('completed');
  const batch = await getBatch(fixture, id);
  expect(batch).toMatchObject({ status: 'completed', counts: { successful: 150, waiting: 0, pending: 0 } });

  const fetched = await handle.fetchHistory();
  await replay(id, fetched);
  const history = JSON.stringify(fetched);
  const texts = history
    .match(/"data":"([^"]+)"/g)
    ?.map((match) => Buffer.from(match.slice(8, -1), 'base64').toString());
  expect(texts?.join('')).toContain(id);
  expect(texts?.join('')).not.toMatch(/\+234|8031/);
});

it('ends when the batch is paused, and continues when it is resumed', async () => {
  const { id } = await uploaded(fixture, goodFile(100), { reference: 'paused' });
  await command(fixture, id, 'pause');
  const first = await startOrWake(id);
  expect(await first.result()).toBe('paused');
  expect((await getBatch(fixture, id)).counts).toMatchObject({ waiting: 100 });

  await command(fixture, id, 'resume');
  const second = await startOrWake(id);
  expect(await second.result()).toBe('completed');
  expect((await getBatch(fixture, id)).counts).toMatchObject({ successful: 100 });
});

it('is woken from a long wait by a signal', async () => {
  const notBefore = new Date(Date.now() + 60_000).toISOString();
  const { id } = await uploaded(fixture, goodFile(3), { reference: 'scheduled', not_before: notBefore });
  const handle = await startOrWake(id);
  await expect
    .poll(async () =>
      (await handle.fetchHistory()).events?.some(
        ({ timerStartedEventAttributes }) => timerStartedEventAttributes != null,
      ),
    )
    .toBe(true);
  await command(fixture, id, 'cancel');
  await startOrWake(id);
  expect(await handle.result()).toBe('canceled');
  await replay(id, await handle.fetchHistory());
  expect((await getBatch(fixture, id)).counts).toMatchObject({ waiting: 3, pending: 0 });
});
