import { afterEach, beforeEach, expect, it } from 'vitest';
import { resumeFundedBatches } from '../../../db/batches/resume.ts';
import { requeueLongWaits } from '../../../db/purchases/lost-waits.ts';
import {
  type BatchFixture,
  confirmAll,
  createBatchFixture,
  fund,
  getBatch,
  goodFile,
  PRICE,
  releaseOnce,
  uploaded,
} from '../../support/batches/fixture.ts';

let fixture: BatchFixture;
beforeEach(async () => {
  fixture = await createBatchFixture(2 * PRICE);
});
afterEach(() => fixture.close());

/** Its workflow is gone, and so is everything that would start it. */
async function loseWorkflows(): Promise<void> {
  await fixture.pool.query('DELETE FROM outbox');
}

async function runsQueued(): Promise<number> {
  const { rows } = await fixture.pool.query(`SELECT FROM outbox WHERE topic = 'run_batch'`);
  return rows.length;
}

it('restarts a running batch whose workflow was lost, even one that only has to be completed', async () => {
  const { id } = await uploaded(fixture, goodFile(2), { reference: 'running' });
  await loseWorkflows();
  await requeueLongWaits(fixture.pool);
  expect(await runsQueued()).toBe(1);

  await releaseOnce(fixture, id);
  await confirmAll(fixture);
  expect((await getBatch(fixture, id)).status).toBe('running');
  await loseWorkflows();
  await requeueLongWaits(fixture.pool);
  expect(await runsQueued()).toBe(1);
  await releaseOnce(fixture, id);
  expect((await getBatch(fixture, id)).status).toBe('completed');
});

it('resumes a funded batch whose workflow was lost, and restarts it if that is lost again', async () => {
  const { id } = await uploaded(fixture, goodFile(3), { reference: 'funding' });
  await releaseOnce(fixture, id);
  expect((await getBatch(fixture, id)).pause?.code).toBe('insufficient_balance');
  await loseWorkflows();

  await fund(fixture.pool, fixture.client.accountId, PRICE);
  expect(await resumeFundedBatches(fixture.pool)).toBe(1);
  expect([(await getBatch(fixture, id)).status, await runsQueued()]).toEqual(['running', 1]);
  await loseWorkflows();
  await requeueLongWaits(fixture.pool);
  expect(await runsQueued()).toBe(1);
});
