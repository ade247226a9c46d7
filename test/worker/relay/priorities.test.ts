import { Client } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../../domain/crypto/new-id.ts';
import type { BatchId } from '../../../domain/ids.ts';
import { startWorkflow } from '../../../worker/relay/start-workflow.ts';
import { installQuietRuntime } from '../../support/quiet-runtime.ts';
import { admittedPurchase, temporalOver } from '../../support/relay/stubs.ts';
import { ownTaskQueue, temporalAddress } from '../../support/temporal.ts';
import { shippedBundle } from '../../support/workflow-bundle.ts';

const log = pino({ level: 'silent' });
const ROWS = 40;
/** Temporal hands out some tasks before it knows of those that come later. */
const AHEAD_MAX = ROWS / 4;

let connection: NativeConnection;
beforeAll(async () => {
  installQuietRuntime();
  connection = await NativeConnection.connect({ address: temporalAddress() });
});
afterAll(() => connection.close());

it.each(['local', 'regular'] as const)(
  'a single purchase goes before the rows of a campaign that wait in Temporal, with %s sends',
  async (submitMode) => {
    const taskQueue = ownTaskQueue('priorities');
    const client = new Client({ connection });
    const batchId: BatchId = newId('bat');
    const rows = Array.from({ length: ROWS }, () => admittedPurchase({ batchId, submitMode }));
    const single = admittedPurchase({ submitMode });
    // Nothing runs them yet.
    for (const purchase of [...rows, single])
      await startWorkflow({ temporal: temporalOver(client), log }, taskQueue, purchase);

    const sent: string[] = [];
    const submit = async ({ purchaseId }: { purchaseId: string }) => {
      sent.push(purchaseId);
      return { kind: 'settled', report: 'confirmed' };
    };
    const worker = await Worker.create({
      connection,
      taskQueue,
      workflowBundle: await shippedBundle(),
      activities: { submit },
      maxConcurrentWorkflowTaskExecutions: 2,
      maxConcurrentActivityTaskExecutions: 1,
      maxConcurrentLocalActivityExecutions: 1,
    });
    await worker.runUntil(expect.poll(() => sent.length).toBe(ROWS + 1));
    expect(sent.indexOf(single.purchaseId)).toBeLessThanOrEqual(AHEAD_MAX);
  },
);
