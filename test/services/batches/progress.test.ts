import { afterEach, beforeEach, expect, it } from 'vitest';
import { idFromUuid, uuidOf } from '../../../domain/ids.ts';
import {
  asBatchId,
  authorized,
  type BatchFixture,
  confirmAll,
  createBatchFixture,
  getBatch,
  goodFile,
  PRICE,
  releaseOnce,
  setWindow,
  sumOf,
  uploaded,
} from '../../support/batches/fixture.ts';

let fixture: BatchFixture;
beforeEach(async () => {
  fixture = await createBatchFixture(100 * PRICE);
});
afterEach(() => fixture.close());

/** Purchases of a batch by status, counted one by one. */
async function recount(id: string) {
  const { rows } = await fixture.pool.query<Record<string, number>>({
    text: `
      SELECT count(*) FILTER (WHERE status = 'pending')::int AS pending,
             count(*) FILTER (WHERE status = 'successful')::int AS successful,
             count(*) FILTER (WHERE status = 'failed')::int AS failed,
             count(*) FILTER (WHERE status = 'reversed')::int AS reversed
        FROM purchases WHERE batch_id = $1`,
    values: [uuidOf('bat', asBatchId(id))],
  });
  return rows[0];
}

it('counts every change of a purchase in the commit that made it', async () => {
  const { id } = await uploaded(fixture, goodFile(6), { reference: 'moves' });
  await releaseOnce(fixture, id);
  expect((await getBatch(fixture, id)).counts).toMatchObject({ pending: 6, ...(await recount(id)) });

  const { rows } = await fixture.pool.query<{ id: string }>('SELECT id FROM purchases ORDER BY id');
  const [first, second, third] = rows.map((row) => idFromUuid('pur', row.id));
  if (first === undefined || second === undefined || third === undefined) throw new Error('three purchases');
  const delivery = { confirmedAt: new Date(), networkReference: 'N-1' };
  const reversed = {
    kind: 'reversed',
    delivery,
    reversal: { reversedAt: new Date(), reason: 'reversed' },
  } as const;
  const reports = [
    { purchaseId: first, report: { kind: 'refused', code: 'number_barred' } as const },
    { purchaseId: second, report: { kind: 'confirmed', delivery } as const },
    { purchaseId: second, report: reversed },
    { purchaseId: third, report: reversed },
    { purchaseId: third, report: reversed },
  ];
  for (const item of reports) {
    await fixture.settleLane.settle(fixture.client.accountId, { ...item, endWorkflow: false });
    const batch = await getBatch(fixture, id);
    expect(batch.counts).toMatchObject({ ...(await recount(id)) });
    expect(sumOf(batch)).toBe(6);
  }
  expect((await getBatch(fixture, id)).counts).toMatchObject({ pending: 3, failed: 1, reversed: 2 });
});

it('estimates its end from the rate at which its networks complete purchases', async () => {
  const { id, estimated_completion_at: before } = await uploaded(fixture, goodFile(300), {
    reference: 'eta',
  });
  expect(before).toBeNull();
  await setWindow(fixture.pool, 40);
  expect(await releaseOnce(fixture, id)).toMatchObject({ released: 40 });
  expect(await getBatch(fixture, id)).toMatchObject({
    estimated_completion_at: null,
    no_estimate: { code: 'measuring', message: expect.stringContaining('MTN') },
  });

  // The first outcomes end the start-up, which is not measured.
  for (let look = 1; look <= 2; look += 1) {
    await confirmAll(fixture);
    await fixture.pool.query('UPDATE app_clock SET offset_ms = offset_ms + 5000');
    await releaseOnce(fixture, id);
  }
  const running = await getBatch(fixture, id);
  // 40 or more in a little more than five seconds: what is left takes ten and more.
  const aheadMs = Date.parse(running.estimated_completion_at ?? '') - (await nowMs());
  expect(aheadMs).toBeGreaterThan(5_000);
  expect(aheadMs).toBeLessThan(600_000);
  expect(running.no_estimate).toBeNull();

  const next = await uploaded(fixture, goodFile(50), { reference: 'next', start: 'manual' });
  expect(next).toMatchObject({ status: 'ready', estimated_completion_at: expect.any(String) });
});

async function nowMs(): Promise<number> {
  const { rows } = await fixture.pool.query<{ at: Date }>('SELECT app_now() AS at');
  return rows[0]?.at.getTime() ?? Number.NaN;
}

it.each([
  ['asked for it', ['batch.completed'], 1],
  ['did not', [], 0],
])('announces its completion if the endpoint %s', async (_name, events, expected) => {
  await fixture.pool.query({
    text: `INSERT INTO webhook_endpoints (account_id, url, sealed_secret, extra_events) VALUES ($1, 'https://example.com', '\\x00', $2)`,
    values: [uuidOf('acc', fixture.client.accountId), events],
  });
  const { id } = await uploaded(fixture, goodFile(3), { reference: 'announced' });
  await releaseOnce(fixture, id);
  await confirmAll(fixture);
  expect(await releaseOnce(fixture, id)).toMatchObject({ state: 'completed' });
  expect(await releaseOnce(fixture, id)).toMatchObject({ state: 'completed' });

  const { rows } = await fixture.pool.query<{ body: string; topic: string }>(`
    SELECT e.body, o.topic FROM events e JOIN outbox o ON o.subject_id = e.id WHERE e.type = 'batch.completed'`);
  expect(rows).toHaveLength(expected);
  if (rows[0] === undefined) return;
  const shown = await fixture.app.inject({ url: `/v1/batches/${id}`, headers: authorized(fixture) });
  expect(JSON.parse(rows[0].body)).toMatchObject({
    object: 'event',
    type: 'batch.completed',
    data: { object: { ...shown.json(), available: expect.anything() } },
  });
  expect(rows[0].topic).toBe('deliver_event');
});
