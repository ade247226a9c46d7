import { Client } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../../domain/crypto/new-id.ts';
import { startWorkflow } from '../../../worker/relay/start-workflow.ts';
import { type PurchaseTimeline, QUERIES } from '../../../workflows/names.ts';
import { installQuietRuntime } from '../../support/quiet-runtime.ts';
import { admittedPurchase, temporalOver } from '../../support/relay/stubs.ts';
import { ownTaskQueue, temporalAddress } from '../../support/temporal.ts';
import { shippedBundle } from '../../support/workflow-bundle.ts';

const log = pino({ level: 'silent' });
const taskQueue = ownTaskQueue('slow-send');
const answer = Promise.withResolvers<void>();

let connection: NativeConnection;
let stop: () => Promise<void>;

beforeAll(async () => {
  installQuietRuntime();
  connection = await NativeConnection.connect({ address: temporalAddress() });
  /** A gateway that answers once it may. */
  const activities = { submit: () => answer.promise.then(() => ({ kind: 'settled', report: 'confirmed' })) };
  const worker = await Worker.create({
    connection,
    taskQueue,
    workflowBundle: await shippedBundle(),
    activities,
  });
  const running = worker.run();
  stop = async () => {
    answer.resolve();
    worker.shutdown();
    await running;
    await connection.close();
  };
});
afterAll(() => stop());

it('a send that the gateway is slow to answer is seen as such in Temporal, and no longer once it is answered', async () => {
  const client = new Client({ connection });
  const purchaseId = newId('pur');
  const networkId = `net_${purchaseId}`;
  const purchase = admittedPurchase({ purchaseId, networkId });
  await startWorkflow({ temporal: temporalOver(client), log }, taskQueue, purchase);
  const handle = client.workflow.getHandle(purchaseId);
  const beingSent = async () => {
    const found: string[] = [];
    const query = `NetworkId = "${networkId}" AND ExecutionStatus = "Running" AND Stage = "submitting"`;
    for await (const { workflowId } of client.workflow.list({ query })) found.push(workflowId);
    return found;
  };
  await expect.poll(beingSent).toEqual([purchaseId]);

  const timeline = await handle.query<PurchaseTimeline>(QUERIES.timeline);
  expect(timeline).toMatchObject({
    stage: 'submitting',
    next: { step: expect.stringContaining('answer to submission 1') },
  });
  expect(await handle.query<string>('__stack_trace')).toMatch(/at submit \(.*purchase-steps\.ts/);

  answer.resolve();
  expect(await handle.result()).toBe('settled');
  expect((await handle.describe()).searchAttributes.Stage).toEqual(['final']);
  await expect.poll(beingSent).toEqual([]);
});
