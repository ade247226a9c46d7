import { afterEach, beforeEach, expect, it } from 'vitest';
import type { GatewayAdapter, OrderRequest } from '../../../adapters/adapter.ts';
import { createReloadlyAdapter } from '../../../adapters/reloadly/adapter.ts';
import { createSimulator } from '../../../adapters/reloadly/simulator/server.ts';
import { freePort } from '../../support/adapters/raw-gateway.ts';

const KEY = 'token-client';
const call = { signal: new AbortController().signal };
let simulator: Awaited<ReturnType<typeof createSimulator>>;
let adapter: GatewayAdapter;
let now = new Date();
let orders = 0;

beforeEach(async () => {
  now = new Date();
  simulator = await createSimulator({ accounts: { [KEY]: 'secret' } });
  adapter = connect('secret');
});
afterEach(async () => {
  await adapter.close();
  await simulator.close();
});

function connect(clientSecret: string, authUrl = simulator.url): GatewayAdapter {
  return createReloadlyAdapter({
    baseUrl: simulator.url,
    authUrl,
    audience: 'https://topups-sandbox.reloadly.com',
    clientId: KEY,
    clientSecret,
    webhookSecret: null,
    country: { iso: 'NG', callingCode: '234', trunkPrefix: '0' },
    timeoutMs: 60_000,
    holdMs: 0,
    mode: 'async',
    now: () => now,
  });
}

function newOrder(): OrderRequest {
  orders += 1;
  const phoneNumber = `+23480${String(orders).padStart(5, '0')}550`;
  return {
    gatewayReference: `pur_01token${orders}`,
    phoneNumber,
    productCode: '341:500:local',
    firstSentAt: now,
  };
}

it('asks for one token however many orders wait for it', async () => {
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => adapter.submit(newOrder(), call)));
  expect(outcomes.map(({ kind }) => kind)).toEqual(outcomes.map(() => 'accepted'));
  expect(simulator.tokens.given(KEY)).toBe(1);
});

it('renews a token shortly before it ends, not after', async () => {
  await adapter.submit(newOrder(), call);
  now = new Date(now.getTime() + 86_400_000 - 61_000);
  await adapter.submit(newOrder(), call);
  expect(simulator.tokens.given(KEY)).toBe(1);
  now = new Date(now.getTime() + 2_000);
  await adapter.submit(newOrder(), call);
  expect(simulator.tokens.given(KEY)).toBe(2);
});

it('replaces a rejected token once for all orders in progress, and orders each once', async () => {
  await adapter.submit(newOrder(), call);
  simulator.script({ number: '*', refuse: 'TOKEN_EXPIRED', times: 1 });
  const requests = Array.from({ length: 20 }, newOrder);
  const outcomes = await Promise.all(requests.map((request) => adapter.submit(request, call)));
  expect(outcomes.map(({ kind }) => kind)).toEqual(outcomes.map(() => 'accepted'));
  expect(simulator.tokens.given(KEY)).toBe(2);
  expect(simulator.book(KEY).totals.deliveries).toBe(21);
});

it('reports wrong credentials as a fault of our account, and inquiries as unavailable', async () => {
  const wrong = connect('wrong');
  const request = newOrder();
  expect(await wrong.submit(request, call)).toMatchObject({
    kind: 'not_submitted',
    reason: 'supplier_account',
    gatewayCode: expect.stringContaining('INVALID_CREDENTIALS'),
  });
  const found = await wrong.inquiry?.inquire({ ...request, gatewayId: null, sentAt: new Date(0) }, call);
  expect(found).toMatchObject({ kind: 'unavailable' });
  await wrong.close();
});

it('submits nothing without a token', async () => {
  const alone = connect('secret', `http://127.0.0.1:${await freePort()}`);
  expect(await alone.submit(newOrder(), call)).toMatchObject({
    kind: 'not_submitted',
    reason: 'connect_failed',
  });
  await alone.close();
});

it.each([
  ['a bundle without an operator', { productCode: '500' }],
  ['a number of another country', { phoneNumber: '+447951631337' }],
])('sends nothing for %s', async (_what, wrong) => {
  expect(await adapter.submit({ ...newOrder(), ...wrong }, call)).toMatchObject({
    kind: 'refused',
    gatewayCode: expect.stringContaining('not sent'),
  });
  expect(simulator.book(KEY).totals.submits).toBe(0);
});

it('reads the wallet as decimal text, and lists a day in pages', async () => {
  expect(await adapter.wallet?.read(call)).toEqual({
    kind: 'wallets',
    wallets: [{ currency: 'NGN', available: '90071992547409.93' }],
  });
  const requests = Array.from({ length: 230 }, newOrder);
  // One after another: a busy machine does not take 230 connections within the time limit of a call.
  for (const request of requests)
    expect(await adapter.submit(request, call)).toMatchObject({ kind: 'accepted' });
  const span = { from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 60_000) };
  const listed = await adapter.orderList?.list(span, call);
  if (listed?.kind !== 'listed') throw new Error(`it is ${JSON.stringify(listed)}`);
  expect(listed.orders.map(({ gatewayReference }) => gatewayReference).sort()).toEqual(
    requests.map(({ gatewayReference }) => gatewayReference).sort(),
  );
});
