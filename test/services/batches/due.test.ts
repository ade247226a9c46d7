import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  authorized,
  type BatchFixture,
  createBatchFixture,
  getBatch,
  goodFile,
  PRICE,
  releaseOnce,
  uploaded,
} from '../../support/batches/fixture.ts';

const ROWS = 3;

let fixture: BatchFixture;
beforeAll(async () => {
  fixture = await createBatchFixture(100 * PRICE);
});
afterAll(() => fixture.close());

/** A batch whose purchases have all passed resolve_by; there is no worker. */
async function overdue(reference: string): Promise<string> {
  const { id } = await uploaded(fixture, goodFile(ROWS), { reference });
  await releaseOnce(fixture, id);
  await fixture.pool.query('UPDATE app_clock SET offset_ms = offset_ms + 901000');
  return id;
}

async function rowsOf(id: string, query: string, accept: string): Promise<string> {
  const url = `/v1/batches/${id}/rows${query}`;
  return (await fixture.app.inject({ url, headers: { ...authorized(fixture), accept } })).body;
}

it('counts no row as pending after its resolve_by, without a worker', async () => {
  const id = await overdue('due-1');
  expect((await getBatch(fixture, id)).counts).toMatchObject({ pending: 0, failed: ROWS });

  const second = await overdue('due-2');
  const { body } = await fixture.app.inject({ url: '/v1/batches', headers: authorized(fixture) });
  const listed = JSON.parse(body).data.find((batch: { id: string }) => batch.id === second);
  expect(listed.counts).toMatchObject({ pending: 0, failed: ROWS });
});

it('lists no row as pending after its resolve_by, as JSON or CSV', async () => {
  const id = await overdue('due-3');
  const { data } = JSON.parse(await rowsOf(id, '?state=pending', 'application/json'));
  expect(data).toEqual([]);

  const file = await rowsOf(await overdue('due-4'), '', 'text/csv');
  expect(file).not.toContain('pending');
  expect(file.match(/network_timeout/g)).toHaveLength(ROWS);
});
