import { afterAll, beforeAll, expect, it } from 'vitest';
import { listOperations, type Media } from '../../api/documentation/document.ts';
import {
  type ApiFixture,
  GLO_BUNDLE,
  MTN_BUNDLE,
  OF_NO_NETWORK,
  settle,
  startApi,
} from '../support/api/fixture.ts';
import { type Answer, bought, buy, call, order } from '../support/api/http.ts';
import { document, examplesOf } from '../support/contract/document.ts';

/** Examples are compared by their fields and kinds of values, errors also by code, field and names of details. */
const TODAY = new Date().toISOString().slice(0, 10);
const DELIVERY = { confirmedAt: new Date(), networkReference: 'N-1' };
const FILE = `phone_number,bundle_id\n+2348031000001,${MTN_BUNDLE}\n2348031000099,${MTN_BUNDLE}\n`;

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('shows each state of a purchase as the API returns it', async () => {
  const pending = await buy(api, order({ metadata: { campaign: 'december' } }));
  expectLike('createPurchase', 201, pending);
  expectLike('createPurchase', 200, await replayOf(pending), 'status');

  const states = {
    successful: [{ kind: 'confirmed', delivery: DELIVERY }],
    failed: [{ kind: 'refused', code: 'number_not_eligible' }],
    reversed: [
      { kind: 'confirmed', delivery: DELIVERY },
      { kind: 'reversed', delivery: DELIVERY, reversal: { reversedAt: new Date(), reason: 'Reversed.' } },
    ],
  } as const;
  for (const [name, reports] of Object.entries(states)) {
    const { id } = await bought(api, order({ metadata: { campaign: 'december' } }));
    for (const report of reports) await settle(api, id, report);
    const example = examplesFor('getPurchase', 200).find((one) => statusOf(one) === name);
    expect(shapeOf(example)).toEqual(shapeOf(JSON.parse((await call(api, `/v1/purchases/${id}`)).text)));
  }
});

it.each([
  ['listPurchases', '/v1/purchases?status=successful&limit=1'],
  ['getBalance', '/v1/balance'],
  ['getBundle', `/v1/bundles/${MTN_BUNDLE}`],
  ['listBundles', '/v1/bundles'],
  ['listEvents', '/v1/events?type=purchase.successful&limit=1'],
])('shows the answer of %s as the API returns it', async (operation, path) => {
  expectLike(operation, 200, await call(api, path), 'next_cursor', 'delivered_at');
});

it('shows an entry of the audit log as the API returns it', async () => {
  const money = (amount: number) => ({ amount, currency: 'NGN' });
  const body = { per_campaign: money(5_000_000), per_day: money(9_000_000), per_month: null };
  await call(api, '/v1/settings/spending-limits', { method: 'PUT', body });
  const answer = await call(api, '/v1/audit-log?action=spending_limits_set&limit=1');
  expectLike('listAuditLog', 200, answer, 'next_cursor');
});

it('shows a line of a purchase as the API returns it', async () => {
  const page = JSON.parse((await call(api, `/v1/statements/${TODAY}/lines`)).text);
  const line = page.data.find(({ type }: { type: string }) => type === 'purchase');
  const [example] = examplesFor('listStatementLines', 200);
  expect(shapeOf(example)).toEqual(shapeOf({ ...page, data: [line] }));
});

it('shows an open statement without a closing balance, and a closed one with it', async () => {
  const open = JSON.parse((await call(api, `/v1/statements/${TODAY}`)).text);
  const [closed, shown] = examplesFor('getStatement', 200);
  expect(shapeOf(shown)).toEqual(shapeOf(open));
  expect(shapeOf(closed)).toEqual(shapeOf({ ...open, closing_balance: 0 }));
});

it('shows each state of a batch as the API returns it', async () => {
  const uploaded = await upload('examples-1', FILE);
  const fields = ['estimated_completion_at', 'no_estimate'];
  expectLike('createBatch', 201, uploaded, ...fields);
  const { id } = JSON.parse(uploaded.text);
  for (const command of ['pause', 'resume', 'cancel'] as const) {
    const answer = await call(api, `/v1/batches/${id}/${command}`, { method: 'POST' });
    expectLike(`${command}Batch`, 200, answer, ...fields);
  }
  expectError('startBatch', await call(api, `/v1/batches/${id}/start`, { method: 'POST' }));
});

it('shows the errors of operations as the API returns them', async () => {
  const post = (path: string, body: unknown, headers = {}) =>
    call(api, path, { method: 'POST', body, headers });
  const { bundle_id, ...withoutBundle } = order();
  const { reference } = await bought(api);
  expectError('createPurchase', await buy(api, withoutBundle));
  expectError('createPurchase', await buy(api, order({ phone_number: '0803' })));
  expectError('createPurchase', await buy(api, order({ reference })));
  expectError('createPurchase', await buy(api, order({ bundle_id: 'bnd_none' })));
  expectError('createPurchase', await buy(api, order({ bundle_id: GLO_BUNDLE })));
  expectError('createPurchase', await buy(api, order({ phone_number: OF_NO_NETWORK })));
  expectError('createPurchase', await buy(api, ' '.repeat(200_000)));
  expectError('createPurchase', await post('/v1/purchases', 'x', { 'content-type': 'text/plain' }));
  expectError('createPurchase', await call(api, '/v1/purchases', { method: 'POST', key: null }));
  expectError('createNumberLookup', await post('/v1/number-lookups', {}));
  expectError('createNumberLookup', await post('/v1/number-lookups', { phone_number: OF_NO_NETWORK }));
  expectError('listPurchases', await call(api, '/v1/purchases?cursor=x'));
  expectError('getBalance', await call(api, '/v1/balance?limit=1'));
  expectError('getPurchase', await call(api, '/v1/purchases/pur_none'));
  expectError('getBatch', await call(api, '/v1/batches/bat_none'));
  expectError('getEvent', await call(api, '/v1/events/evt_none'));
  expectError('getNetwork', await call(api, '/v1/networks/net_none'));
  expectError('getBundle', await call(api, '/v1/bundles/bnd_none'));
  expectError('getStatement', await call(api, '/v1/statements/1999-01-01'));
  expectError('createBatch', await post('/v1/batches', FILE, { 'content-type': 'text/csv' }));
  expectError('createBatch', await post('/v1/batches?reference=x', '{}'));
  expectError('createBatch', await upload('examples-1', `${FILE}+2348031000003,${MTN_BUNDLE}\n`));
  const { id } = JSON.parse((await call(api, '/v1/events?limit=1')).text).data[0];
  expectError('resendEvent', await call(api, `/v1/events/${id}/resend`, { method: 'POST' }));
});

function upload(reference: string, body: string): Promise<Answer> {
  const headers = { 'content-type': 'text/csv' };
  return call(api, `/v1/batches?reference=${reference}`, { method: 'POST', headers, body });
}

/** The same purchase sent again, once it is successful. */
async function replayOf(first: Answer): Promise<Answer> {
  const { id, reference, phone_number, bundle, metadata } = JSON.parse(first.text);
  await settle(api, id, { kind: 'confirmed', delivery: DELIVERY });
  return buy(api, { reference, phone_number, bundle_id: bundle.id, metadata });
}

function examplesFor(operationId: string, status: number): unknown[] {
  const found = listOperations(document).find(({ operation }) => operation.operationId === operationId);
  const media: Media = found?.operation.responses?.[status]?.content?.['application/json'] ?? {};
  return examplesOf(media);
}

/** Expects the example of an answer to have the fields that the API returned; some may be null in one of both. */
function expectLike(operationId: string, status: number, answer: Answer, ...vary: string[]): void {
  expect([operationId, answer.status]).toEqual([operationId, status]);
  const [example] = examplesFor(operationId, status);
  const produced: unknown = JSON.parse(answer.text);
  expect(shapeOf(example, vary)).toEqual(shapeOf(produced, vary));
}

function expectError(operationId: string, answer: Answer): void {
  const facts = (body: unknown) => {
    const { code, param, retryable, details = {} } = JSON.parse(JSON.stringify(body)).error;
    return { code, param, retryable, details: Object.keys(details) };
  };
  const produced: unknown = JSON.parse(answer.text);
  const shown = examplesFor(operationId, answer.status).map(facts);
  expect({ operationId, shown }).toEqual({ operationId, shown: expect.arrayContaining([facts(produced)]) });
}

function statusOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'status' in value ? value.status : undefined;
}

/** Names of fields and kinds of values; a list has the shape of its first item. */
function shapeOf(value: unknown, vary: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map((item: unknown) => shapeOf(item, vary));
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, vary.includes(key) ? 'any' : shapeOf(part, vary)]),
  );
}
