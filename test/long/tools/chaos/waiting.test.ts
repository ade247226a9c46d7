import { afterAll, beforeAll, expect, it } from 'vitest';
import { readUnfinished } from '../../../../tools/chaos/judge/waiting.ts';
import {
  type BatchFixture,
  command,
  confirmAll,
  createBatchFixture,
  fund,
  goodFile,
  PRICE,
  releaseOnce,
  uploaded,
} from '../../../support/batches/fixture.ts';

let fixture: BatchFixture;
beforeAll(async () => {
  fixture = await createBatchFixture(100 * PRICE);
});
afterAll(() => fixture.close());

it('a run is over when nothing is pending and no campaign buys, or will buy by itself', async () => {
  const left = async () => (await readUnfinished(fixture.pool)).left;
  const goesOn = ['the campaign short does not end'];
  expect(await left()).toEqual([]);

  const { id } = await uploaded(fixture, goodFile(101), { reference: 'short' });
  await releaseOnce(fixture, id);
  expect(await left()).toEqual(expect.arrayContaining([expect.stringContaining('is still pending')]));
  await confirmAll(fixture);
  expect(await left()).toEqual(goesOn);

  // Paused for want of balance.
  await releaseOnce(fixture, id);
  expect(await left()).toEqual([]);
  await fund(fixture.pool, fixture.client.accountId, PRICE);
  expect(await left()).toEqual(goesOn);

  await command(fixture, id, 'pause');
  expect(await left()).toEqual([]);
});
