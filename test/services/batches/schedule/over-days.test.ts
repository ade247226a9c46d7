import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBatchActivities } from '../../../../activities/batches.ts';
import { showSendBetween } from '../../../../domain/batch/quiet-hours.ts';
import { WORKFLOWS } from '../../../../workflows/names.ts';
import { moveClock } from '../../../support/batches/clock.ts';
import {
  asBatchId,
  type BatchFixture,
  confirmAll,
  createBatchFixture,
  getBatch,
  goodFile,
  PRICE,
  uploaded,
} from '../../../support/batches/fixture.ts';
import { createTimeSkippingEnvironment } from '../../../support/time-skipping.ts';
import { shippedBundle } from '../../../support/workflow-bundle.ts';

const HOUR = 3_600_000;
let environment: TestWorkflowEnvironment;
let fixture: BatchFixture;
beforeAll(async () => {
  environment = await createTimeSkippingEnvironment();
  fixture = await createBatchFixture(100 * PRICE);
});
afterAll(async () => {
  await environment?.teardown();
  await fixture?.close();
});

/** The real activity, with the clock of the database at the time of the test server. */
function activitiesInTime() {
  const real = createBatchActivities(fixture.release);
  return {
    async releaseNext(input: Parameters<typeof real.releaseNext>[0]) {
      await moveClock(fixture.pool, new Date(await environment.currentTimeMs()));
      await confirmAll(fixture);
      return real.releaseNext(input);
    },
  };
}

it('a batch waits for its start three days away and for the morning after it, and buys only in its hours', async () => {
  const startAt = new Date((await environment.currentTimeMs()) + 72 * HOUR);
  // In Lagos, an hour ahead of UTC, the hours begin five hours after the start.
  const minute = (startAt.getUTCHours() * 60 + startAt.getUTCMinutes() + 60 + 5 * 60) % (24 * 60);
  const from = Math.min(minute, 23 * 60);
  const window = { from, until: from + 30 };
  const { id } = await uploaded(fixture, goodFile(4), {
    reference: 'days',
    not_before: startAt.toISOString(),
    send_between: showSendBetween(window),
  });
  const worker = await Worker.create({
    connection: environment.nativeConnection,
    taskQueue: 'batches',
    workflowBundle: await shippedBundle(),
    activities: activitiesInTime(),
  });
  const result = await worker.runUntil(
    environment.client.workflow.execute(WORKFLOWS.runBatch, {
      workflowId: id,
      taskQueue: 'batches',
      args: [{ batchId: asBatchId(id) }],
    }),
  );
  expect(result).toBe('completed');
  expect((await getBatch(fixture, id)).counts).toMatchObject({ successful: 4 });

  const { rows } = await fixture.pool.query<{ created_at: Date }>(
    'SELECT created_at FROM purchases ORDER BY id',
  );
  for (const { created_at: at } of rows) {
    const local = (at.getUTCHours() * 60 + at.getUTCMinutes() + 60) % (24 * 60);
    expect(at >= startAt).toBe(true);
    expect([local, local >= window.from && local < window.until]).toEqual([local, true]);
  }
});
