import { expect } from 'vitest';
import { beginRelease } from '../../../db/batches/release.ts';
import { idFromUuid } from '../../../domain/ids.ts';
import { releaseNextPage } from '../../../services/batches/release/page.ts';
import { createCatalogue } from '../../../services/catalogue/catalogue.ts';
import { createAcceptLane } from '../../../services/purchases/accept-lane.ts';
import { type ApiFixture, MTN_BUNDLE, settle } from '../api/fixture.ts';
import { call } from '../api/http.ts';
import { asBatchId } from '../batches/fixture.ts';

const DAY_MS = 24 * 3_600_000;

/** The id of a campaign for each state that a screen shows differently. */
export async function campaignStates(api: ApiFixture): Promise<Readonly<Record<string, string>>> {
  const order = (id: string, name: string, body: object = {}) => post(api, `/v1/batches/${id}/${name}`, body);
  const invalid = await upload(api, 'invalid', ['080', '+2348031000004'], 'start=manual&on_invalid=skip');
  const repaired = await upload(api, 'repaired', ['2348031000001', '+2348031000002'], 'start=manual');
  const scheduled = await upload(api, 'scheduled', ['+2348031000003', '+2348031000004'], 'start=manual');
  await order(scheduled, 'schedule', { start_at: new Date(Date.now() + DAY_MS).toISOString() });
  const running = await upload(api, 'running', ['+2348031000005', '+2348031000006']);
  const paused = await upload(api, 'paused', ['+2348031000007', '+2348031000008']);
  await order(paused, 'pause');
  const cancelled = await upload(api, 'cancelled', ['+2348031000009', '+2348031000010']);
  await order(cancelled, 'cancel');
  const completed = await upload(api, 'completed', ['+2348031000011', '+2348031000012']);
  await complete(api, completed);
  return { invalid, repaired, scheduled, running, paused, cancelled, completed };
}

async function post(api: ApiFixture, path: string, body: object): Promise<void> {
  const { status, text } = await call(api, path, { method: 'POST', body });
  expect([path, status < 300, text]).toEqual([path, true, expect.anything()]);
}

async function upload(
  api: ApiFixture,
  reference: string,
  numbers: readonly string[],
  options = 'start=auto',
): Promise<string> {
  const { text } = await call(api, `/v1/batches?reference=${reference}&${options}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: `phone_number,bundle_id\n${numbers.map((number) => `${number},${MTN_BUNDLE}\n`).join('')}`,
  });
  const { id }: { id?: string } = JSON.parse(text);
  if (id === undefined) throw new Error(`${reference}: ${text}`);
  return id;
}

/** Buys the two rows of a campaign, as the worker would: one is delivered, one fails. */
async function complete(api: ApiFixture, id: string): Promise<void> {
  const { pool, pools, secretsKeys } = api;
  const catalogue = createCatalogue(pool);
  const onOutbox = () => {};
  const lane = { pool: pools.lanes, networks: catalogue.terms, onOutbox, secretsKeys };
  const acceptLane = createAcceptLane(lane);
  const release = async () =>
    releaseNextPage(
      { pool, acceptLane, catalogue, onOutbox },
      await beginRelease(pool, asBatchId(id)),
      new AbortController().signal,
    );
  await release();
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM purchases WHERE status = 'pending' AND phone_number IN ('+2348031000011', '+2348031000012') ORDER BY id`,
  );
  expect(rows).toHaveLength(2);
  const delivery = { confirmedAt: new Date(), networkReference: 'N-1' };
  const reports = [
    { kind: 'confirmed', delivery },
    { kind: 'refused', code: 'number_barred' },
  ] as const;
  for (const [at, report] of reports.entries())
    await settle(api, idFromUuid('pur', rows[at]?.id ?? ''), report);
  await release();
  await acceptLane.idle();
}
