import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { archiveMonths } from '../../../services/months/archive-months.ts';
import { type ApiFixture, settle, startApi } from '../../support/api/fixture.ts';
import { bought, buy, call, order } from '../../support/api/http.ts';
import { expectBooksInOrder } from '../../support/api/refusal.ts';

let api: ApiFixture;
let folder: string;
const body = order();
let id: string;

/** In half a year, when a worker has long handled what is in the outbox. */
async function archiveAll(): Promise<void> {
  const db = new Client({ connectionString: api.databaseUrl });
  await db.connect();
  await db.query('DELETE FROM outbox');
  const now = new Date();
  const later = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 6, 1));
  await archiveMonths(db, folder, { purchases: 5, events: 5 }, later, (outcome) =>
    expect(outcome.kind).toBe('archived'),
  );
  await db.end();
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'archive-'));
  api = await startApi();
  ({ id } = await bought(api, body));
  await settle(api, id, {
    kind: 'confirmed',
    delivery: { confirmedAt: new Date(), networkReference: 'N-1' },
  });
  await archiveAll();
});

afterAll(async () => {
  await expectBooksInOrder(api);
  await api.close();
  rmSync(folder, { recursive: true });
});

it('a purchase that was archived is unknown, and in no list', async () => {
  expect((await call(api, `/v1/purchases/${id}`)).status).toBe(404);
  const list = await call(api, `/v1/purchases?reference=${body.reference}`);
  expect(JSON.parse(list.text)).toMatchObject({ data: [] });
});

it('its request buys nothing again, and the answer says why', async () => {
  const answer = await buy(api, body);
  expect(answer.status).toBe(409);
  expect(JSON.parse(answer.text)).toMatchObject({
    error: {
      code: 'reference_conflict',
      message: expect.stringContaining('so old that it was archived'),
      details: { purchase_id: id },
    },
  });
  expect(answer.headers.get('svc-idempotent-replay')).toBeNull();
});

it('another request with its reference gets the same answer', async () => {
  const answer = await buy(api, { ...body, metadata: { other: 'yes' } });
  expect(JSON.parse(answer.text)).toMatchObject({
    error: { code: 'reference_conflict', message: expect.stringContaining('so old that it was archived') },
  });
});

it('its charge stays on the statement, and is found by reference and by number', async () => {
  const day = new Date().toISOString().slice(0, 10);
  for (const filter of [
    `reference=${body.reference}`,
    `phone_number=${encodeURIComponent(body.phone_number)}`,
  ]) {
    const lines = await call(api, `/v1/statements/${day}/lines?${filter}`);
    expect(JSON.parse(lines.text), filter).toMatchObject({ data: [{ type: 'purchase', purchase_id: id }] });
  }
});
