import { type ClientRequest, request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  authorized,
  type BatchFixture,
  command,
  createBatchFixture,
  goodFile,
  uploaded,
} from '../../support/batches/fixture.ts';

let fixture: BatchFixture;
beforeAll(async () => {
  fixture = await createBatchFixture(100_000, 100, 300_000);
});
afterAll(() => fixture.close());

/** Begins to send a file, and does not end it. */
function beginFile(baseUrl: string, path: string, onAnswer: (status: number) => void): ClientRequest {
  const headers = { ...authorized(fixture), 'content-type': 'text/csv' };
  const sending = request(new URL(path, baseUrl), { method: 'POST', headers });
  sending.on('response', ({ statusCode = 0 }) => onAnswer(statusCode));
  // Cut at the end of the test.
  sending.on('error', () => undefined);
  sending.write('phone_number,bundle_id\n');
  return sending;
}

it('counts uploads, previews and checks of rows of an account together', async () => {
  const { id } = await uploaded(fixture, goodFile(3), { reference: 'ready', start: 'manual' });
  const baseUrl = await fixture.app.listen({ host: '127.0.0.1', port: 0 });
  const answers: number[] = [];
  const files = ['one', 'two', 'three'].map((reference) => `/v1/batches?reference=${reference}`);
  const sending = [...files, '/v1/batch-previews', '/v1/batch-previews'].map((path) =>
    beginFile(baseUrl, path, (status) => answers.push(status)),
  );
  await expect.poll(() => answers).toEqual([429]);
  const refused = await command(fixture, id, 'recheck');
  expect([refused.statusCode, refused.json().error.code]).toEqual([429, 'rate_limited']);

  for (const each of sending) each.destroy();
  await expect.poll(async () => (await command(fixture, id, 'recheck')).statusCode).toBe(200);
});
