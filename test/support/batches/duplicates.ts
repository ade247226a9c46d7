import { expect } from 'vitest';
import { BatchRowResource } from '../../../contract/batches/batch-row.ts';
import { idFromUuid } from '../../../domain/ids.ts';
import {
  authorized,
  type BatchFixture,
  confirmAll,
  goodFile,
  MTN_BUNDLE,
  phoneNumber,
  releaseOnce,
  uploaded,
} from './fixture.ts';

/** The window that the console and the command send. */
export const WINDOW = { duplicate_window_hours: '72' };

/** How many purchases each number has, failed ones apart. */
export async function boughtByNumber({ pool }: BatchFixture): Promise<number[]> {
  const { rows } = await pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM purchases WHERE status <> 'failed' GROUP BY phone_number ORDER BY phone_number`,
  );
  return rows.map(({ n }) => n);
}

/** Buys for the `index`th number, without a campaign. */
export async function buyOne(fixture: BatchFixture, index: number, reference: string): Promise<void> {
  const answer = await fixture.app.inject({
    method: 'POST',
    url: '/v1/purchases',
    headers: authorized(fixture),
    payload: { reference, phone_number: phoneNumber(index), bundle_id: MTN_BUNDLE },
  });
  expect(answer.statusCode).toBe(201);
}

/** The first page of a batch's rows. */
export async function rowsOf(fixture: BatchFixture, id: string): Promise<BatchRowResource[]> {
  const answer = await fixture.app.inject({ url: `/v1/batches/${id}/rows`, headers: authorized(fixture) });
  return answer.json().data.map((row: unknown) => BatchRowResource.parse(row));
}

/** The results file of a batch. */
export async function csvOf(fixture: BatchFixture, id: string, query = ''): Promise<string> {
  const headers = { ...authorized(fixture), accept: 'text/csv' };
  return (await fixture.app.inject({ url: `/v1/batches/${id}/rows${query}`, headers })).body;
}

/** Runs a campaign of `count` numbers to its end: all are delivered. */
export async function boughtFile(fixture: BatchFixture, count: number, reference: string): Promise<string> {
  const { id } = await uploaded(fixture, goodFile(count), { reference, ...WINDOW });
  await releaseOnce(fixture, id);
  await confirmAll(fixture);
  await releaseOnce(fixture, id);
  return id;
}

/** Fails the first `count` pending purchases of the fixture's account, as its network refused them; by default all. */
export async function failAll(
  { pool, settleLane, client }: BatchFixture,
  count = Number.MAX_SAFE_INTEGER,
): Promise<void> {
  const { rows } = await pool.query<{ id: string }>({
    text: `SELECT id FROM purchases WHERE status = 'pending' ORDER BY phone_number, id LIMIT $1`,
    values: [count],
  });
  await Promise.all(
    rows.map(({ id }) =>
      settleLane.settle(client.accountId, {
        purchaseId: idFromUuid('pur', id),
        report: { kind: 'refused', code: 'number_barred' },
        endWorkflow: false,
      }),
    ),
  );
}
