import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker, type WorkflowBundle } from '@temporalio/worker';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../../domain/crypto/new-id.ts';
import type { Released } from '../../../services/batches/release/page.ts';
import { WORKFLOWS } from '../../../workflows/names.ts';
import { createTimeSkippingEnvironment } from '../../support/time-skipping.ts';
import { shippedBundle } from '../../support/workflow-bundle.ts';

const taskQueue = 'batches';
const HOUR = 3_600_000;
let environment: TestWorkflowEnvironment;
let workflowBundle: WorkflowBundle;
beforeAll(async () => {
  environment = await createTimeSkippingEnvironment();
  workflowBundle = await shippedBundle();
});
afterAll(() => environment.teardown());

/** Runs the workflow over scripted answers; returns its result and the run in which it ended. */
async function runOver(answer: (look: number, nowMs: number) => Released) {
  let looks = 0;
  const worker = await Worker.create({
    connection: environment.nativeConnection,
    taskQueue,
    workflowBundle,
    activities: { releaseNext: async () => answer(++looks, await environment.currentTimeMs()) },
  });
  const batchId = newId('bat');
  const options = { workflowId: batchId, taskQueue, args: [{ batchId }] };
  return worker.runUntil(async () => {
    const handle = await environment.client.workflow.start(WORKFLOWS.runBatch, options);
    const result: unknown = await handle.result();
    const last = environment.client.workflow.getHandle(batchId);
    const { runId, historyLength } = await last.describe();
    const first = environment.client.workflow.getHandle(batchId, handle.firstExecutionRunId);
    for (const run of [first, last]) {
      await Worker.runReplayHistory({ workflowBundle }, await run.fetchHistory(), batchId);
    }
    return { result, looks, sameRun: runId === handle.firstExecutionRunId, historyLength };
  });
}

it('waits for not_before on durable timers, however far away it is', async () => {
  const began = await environment.currentTimeMs();
  const dueAt = began + 30 * HOUR;
  const { result, looks } = await runOver((_look, nowMs) =>
    nowMs >= dueAt
      ? { released: 3, remaining: 0, nextInMs: 0, state: 'completed' }
      : { released: 0, remaining: 3, nextInMs: Math.min(dueAt - nowMs, HOUR), state: 'running' },
  );
  expect(result).toBe('completed');
  expect(looks).toBeGreaterThanOrEqual(30);
  expect(looks).toBeLessThan(38);
});

it('starts a new history during a long campaign, and continues where it was', async () => {
  const { result, looks, sameRun, historyLength } = await runOver((look) =>
    look < 250
      ? { released: 500, remaining: 1_000_000 - look, nextInMs: 0, state: 'running' }
      : { released: 0, remaining: 0, nextInMs: 0, state: 'completed' },
  );
  expect([result, looks, sameRun]).toEqual(['completed', 250, false]);
  expect(historyLength).toBeLessThan(2_000);
});
