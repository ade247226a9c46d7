import { afterAll, beforeAll, expect, it } from 'vitest';
import { addCalls } from '../../../db/networks/gateway-calls.ts';
import { storeCallback } from '../../../db/purchases/callbacks.ts';
import { openSubmission } from '../../../db/purchases/fence.ts';
import type { StaffRole } from '../../../domain/access/staff.ts';
import { type PurchaseId, readId, uuidOf } from '../../../domain/ids.ts';
import { type ApiFixture, addClient, startApi } from '../../support/api/fixture.ts';
import { bought, call, order } from '../../support/api/http.ts';
import { failedAfterSend } from '../../support/console/decisions.ts';
import { browse, organisationOf } from '../../support/people/fixture.ts';
import { staffAs } from '../../support/people/staff.ts';

const NUMBER = '+2348031112223';

let api: ApiFixture;
const cookies = new Map<StaffRole, string>();
beforeAll(async () => {
  api = await startApi();
  for (const role of ['support', 'operator'] as const) cookies.set(role, (await staffAs(api, role)).cookie);
});
afterAll(() => api.close());

// biome-ignore lint/suspicious/noExplicitAny: answers are compared as they are
async function read(path: string, role: StaffRole = 'operator'): Promise<any> {
  const answer = await browse(api, `/v1/staff${path}`, { cookie: cookies.get(role) ?? '' });
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return JSON.parse(answer.text);
}

async function pending(changes: Readonly<Record<string, unknown>> = {}): Promise<PurchaseId> {
  const id = readId('pur', (await bought(api, order(changes))).id);
  if (id === null) throw new Error('it has an id');
  return id;
}

it('finds a purchase of any account by id, number and reference, and masks numbers by right', async () => {
  const id = await pending({ phone_number: NUMBER, reference: 'found-1' });
  const { accountId: account_id } = api.client;
  for (const text of [id, NUMBER, '+234 803 111 2223', '0803 111 2223', '8031112223', 'found-1']) {
    const { purchases } = await read(`/search?q=${encodeURIComponent(text)}`);
    expect([text, purchases]).toEqual([
      text,
      [expect.objectContaining({ account_id, livemode: true, purchase: expect.objectContaining({ id }) })],
    ]);
    expect(purchases[0].purchase.phone_number).toBe(NUMBER);
  }
  const masked = await read(`/search?q=found-1`, 'support');
  expect(masked.purchases[0].purchase.phone_number).toBe('+23480…223');
  expect(await read('/search?q=found-2')).toMatchObject({ purchases: [], rows: [], accounts: [] });
});

it('finds a row of a campaign that has bought nothing, with the reason', async () => {
  const answer = await call(api, '/v1/batches?reference=waiting&start=manual', {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: 'phone_number,bundle_id,reference\n+2348031000001,bnd_mtn_small,row-1\n',
  });
  expect(answer.status).toBe(201);
  const { rows } = await read('/search?q=row-1');
  expect(rows).toEqual([expect.objectContaining({ line: 2, cause: 'batch_waiting' })]);
  const ready = await read('/batches?status=ready');
  expect(ready.data).toEqual([
    expect.objectContaining({ reference: 'waiting', row_count: 1, account_id: api.client.accountId }),
  ]);
  expect(await read('/batches')).toEqual({
    object: 'list',
    data: [],
    has_more: false,
    next_cursor: null,
  });
});

it('finds accounts by a part of their name, their organisation and their id', async () => {
  const { accountId } = await addClient(api.pool, { balance: 70_000 });
  await organisationOf(api, accountId);
  await api.pool.query(`UPDATE accounts SET name = 'Zebra Rewards' WHERE id = $1`, [
    uuidOf('acc', accountId),
  ]);
  for (const text of ['zebra', accountId]) {
    const { accounts } = await read(`/search?q=${text}`);
    expect(accounts).toEqual([
      expect.objectContaining({
        id: accountId,
        available: { amount: 70_000, currency: 'NGN' },
        organisation: expect.objectContaining({ name: 'Acme' }),
      }),
    ]);
  }
  expect((await read('/accounts?q=zebra')).data.map(({ id }: { id: string }) => id)).toEqual([accountId]);
  const few = await read('/accounts?limit=1');
  expect([few.data.length, few.has_more]).toEqual([1, true]);
  const detail = await read(`/accounts/${accountId}`);
  expect(detail).toMatchObject({ id: accountId, pending_purchases: 0, keys_in_use: 1, approvers: 0 });
  expect(detail.actions.map(({ action }: { action: string }) => action)).toContain('organisation_account');
});

it('lists the purchases of a network that failed, newest failure first, with whose they are and why', async () => {
  const older = await failedAfterSend(api, 'failed-1');
  const newer = await failedAfterSend(api, 'failed-2');
  await api.pool.query(`UPDATE purchases SET completed_at = completed_at - interval '1 hour' WHERE id = $1`, [
    uuidOf('pur', older),
  ]);
  const { data } = await read('/purchases/failed?network_id=net_mtn', 'support');
  expect(data).toEqual([
    expect.objectContaining({
      id: newer,
      account_id: api.client.accountId,
      account_name: 'Test',
      network_id: 'net_mtn',
      reference: 'failed-2',
      code: 'network_timeout',
      message: 'The network did not confirm the bundle in time. Nothing was charged.',
    }),
    expect.objectContaining({ id: older }),
  ]);
  expect((await read('/purchases/failed')).data).toEqual(data);
  expect((await read('/purchases/failed?network_id=net_glo')).data).toEqual([]);
});

it('lists purchases that are stuck, with the causes, and everything on record about one', async () => {
  const id = await pending({ phone_number: '+2348031112224' });
  const route = { name: 'reloadly', productCode: null, why: 'reloadly: cheaper by 3.0 %.' };
  await openSubmission(api.pool, id, 1, route);
  await api.pool.query(`UPDATE purchases SET created_at = created_at - interval '5 minutes' WHERE id = $1`, [
    uuidOf('pur', id),
  ]);
  const stuck = await read('/purchases/stuck');
  expect(stuck.data).toEqual([
    expect.objectContaining({ id, account_name: 'Test', network_id: 'net_mtn', cause: 'worker_down' }),
  ]);
  expect(stuck.causes).toEqual([{ cause: 'worker_down', count: 1 }]);
  const others = await read('/purchases/stuck?cause=temporal_down');
  expect([others.data, others.causes]).toEqual([[], [{ cause: 'worker_down', count: 1 }]]);
  expect((await read('/purchases/stuck?network_id=net_glo')).data).toEqual([]);

  const callback = { body: Buffer.from('{"msisdn":"2348031112224"}'), headers: {} };
  await storeCallback(api.pool, 'net_mtn', true, callback, id);
  const trace = await read(`/purchases/${id}`);
  expect(trace).toMatchObject({
    account_id: api.client.accountId,
    purchase: { id, status: 'pending', phone_number: '+2348031112224' },
    cause: 'worker_down',
    submissions: [
      {
        attempt: 1,
        answered_at: null,
        outcome: null,
        route: 'reloadly',
        route_reason: 'reloadly: cheaper by 3.0 %.',
      },
    ],
    callbacks: [{ body: '{"msisdn":"2348031112224"}' }],
    lines: [],
    workflow_id: id,
    workflow_url: null,
  });
  const masked = await read(`/purchases/${id}`, 'support');
  expect(masked.callbacks).toEqual([expect.objectContaining({ body: '{"msisdn":"+23480…224"}' })]);
  expect(JSON.stringify(masked)).not.toContain('8031112224');
});

it('shows the networks with their calls of the last hour', async () => {
  const call1 = {
    networkId: 'net_mtn',
    livemode: true,
    call: 'submit',
    slow: 1,
    completed: 0,
    durationMs: 300,
  } as const;
  await addCalls(api.pool, [
    { ...call1, outcome: 'confirmed', kind: 'good', calls: 2 },
    { ...call1, outcome: 'unknown', kind: 'trouble', calls: 1 },
  ]);
  const { data } = await read('/networks');
  expect(data.map(({ id }: { id: string }) => id)).toEqual(['net_glo', 'net_mtn']);
  expect(data[1]).toMatchObject({ status: 'operational', calls: 3, troubles: 1, override: null });
  const minutes = await read('/networks/net_mtn/minutes');
  expect(minutes.data).toEqual([
    { at: expect.stringMatching(/:00\.000Z$/), seconds: 60, calls: 3, troubles: 1, slow: 2, mean_ms: 200 },
  ]);
  for (const [range, seconds, at] of [
    ['hour', 60, /:00\.000Z$/],
    ['day', 300, /:[0-5][05]:00\.000Z$/],
    ['week', 3_600, /:00:00\.000Z$/],
  ] as const) {
    const { data: intervals } = await read(`/networks/net_mtn/minutes?range=${range}`);
    expect(intervals).toEqual([
      { at: expect.stringMatching(at), seconds, calls: 3, troubles: 1, slow: 2, mean_ms: 200 },
    ]);
  }
  const path = '/v1/staff/networks/net_mtn/minutes?range=month';
  expect((await browse(api, path, { cookie: cookies.get('operator') ?? '' })).status).toBe(400);
});

it('lists endpoints that fail, and none that works or has one failure after many deliveries', async () => {
  const set = async (failures: number, deliveredAt: Date | null) => {
    const { accountId } = await addClient(api.pool, { balance: 0 });
    await api.pool.query(
      `INSERT INTO webhook_endpoints (account_id, url, sealed_secret, extra_events, failures, delivered_at)
       VALUES ($1, 'https://acme.example/hooks', '\\x00', '{}', $2, $3)`,
      [uuidOf('acc', accountId), failures, deliveredAt],
    );
    return accountId;
  };
  const failing = await set(4, new Date());
  const never = await set(1, null);
  await set(2, new Date());
  await set(0, new Date());
  const { data } = await read('/webhook-endpoints/failing');
  expect(data.map((one: { account_id: string }) => one.account_id)).toEqual([failing, never]);
  expect(data[0]).toMatchObject({ endpoint_id: null, failures_in_a_row: 4, waiting: 0 });
});

it('answers 404 for what does not exist', async () => {
  for (const path of [
    '/purchases/pur_00000000000000000000000000',
    '/purchases/x',
    '/accounts/x',
    '/networks/x/minutes',
  ]) {
    const answer = await browse(api, `/v1/staff${path}`, { cookie: cookies.get('operator') ?? '' });
    expect([path, answer.status]).toEqual([path, 404]);
  }
});
