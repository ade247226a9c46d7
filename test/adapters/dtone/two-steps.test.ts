import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayAdapter, OrderRequest } from '../../../adapters/adapter.ts';
import { createDtOneAdapter } from '../../../adapters/dtone/adapter.ts';
import type { ScriptInput } from '../../../adapters/dtone/simulator/scripts.ts';
import { createSimulator, type Simulator } from '../../../adapters/dtone/simulator/server.ts';

const KEY = 'two-step-key';
const call = { signal: new AbortController().signal };
let simulator: Simulator;
let adapter: GatewayAdapter;
let orders = 0;

beforeAll(async () => {
  simulator = await createSimulator();
  adapter = createDtOneAdapter({
    baseUrl: `${simulator.url}/v1`,
    apiKey: KEY,
    apiSecret: 'secret',
    timeoutMs: 60_000,
    holdMs: 0,
    callbackUrl: null,
    mode: 'async',
    twoStep: true,
  });
});
afterAll(async () => {
  await adapter.close();
  await simulator.close();
});

/** An order for a number with this script. */
function orderOf(script: Omit<ScriptInput, 'number'>): OrderRequest {
  orders += 1;
  const phoneNumber = `+23480${String(orders).padStart(5, '0')}550`;
  simulator.script({ ...script, number: phoneNumber });
  return {
    gatewayReference: `pur_01two${orders}`,
    phoneNumber,
    productCode: '6035',
    firstSentAt: new Date(),
  };
}

function inquire(request: OrderRequest, sentAt = new Date()) {
  return adapter.inquiry?.inquire({ ...request, gatewayId: null, sentAt }, call);
}

function deliveries({ gatewayReference }: OrderRequest): number {
  return simulator.book(KEY).entries.find((entry) => entry.external_id === gatewayReference)?.deliveries ?? 0;
}

describe('an order in two steps', () => {
  it('is created and confirmed, and delivered once', async () => {
    const request = orderOf({ end_after_ms: 30 });
    expect(await adapter.submit(request, call)).toMatchObject({ kind: 'accepted' });
    await expect.poll(() => deliveries(request)).toBe(1);
    expect(await inquire(request)).toMatchObject({ kind: 'confirmed' });
  });

  it.each(['reset', 'html', 'empty', 'http_500'] as const)(
    'delivers nothing when its creation is answered with %s, until it is submitted again',
    async (answer) => {
      const request = orderOf({ end_after_ms: 0, answer });
      expect(await adapter.submit(request, call)).toMatchObject({ kind: 'unknown' });
      expect(await inquire(request)).toMatchObject({ kind: 'unconfirmed', gatewayId: expect.any(String) });
      expect(deliveries(request)).toBe(0);

      expect((await adapter.submit(request, call)).kind).toMatch(/accepted|confirmed/);
      expect(deliveries(request)).toBe(1);
      expect((await adapter.submit(request, call)).kind).toBe('unknown');
      expect(deliveries(request)).toBe(1);
    },
  );

  it('stays cancelled once it was cancelled', async () => {
    const request = orderOf({ end_after_ms: 0, answer: 'reset' });
    await adapter.submit(request, call);
    const found = await inquire(request);
    if (found?.kind !== 'unconfirmed') throw new Error(`it is ${found?.kind}`);
    const canceled = { ...request, gatewayId: found.gatewayId, sentAt: new Date() };
    expect(await adapter.cancellation?.cancel(canceled, call)).toMatchObject({
      kind: 'refused',
      code: 'cancelled',
    });

    expect((await adapter.submit(request, call)).kind).toBe('unknown');
    expect(await inquire(request)).toMatchObject({ kind: 'refused', code: 'cancelled' });
    expect(deliveries(request)).toBe(0);
  });

  it('that was refused in its creation is refused', async () => {
    expect(await adapter.submit(orderOf({ refuse: 'number_invalid' }), call)).toMatchObject({
      kind: 'refused',
      code: 'number_invalid',
    });
  });
});

describe('the gateway’s own list', () => {
  it('has every order of the day with its outcome, in pages', async () => {
    const from = new Date(Date.now() - 60_000);
    const mine: string[] = [];
    for (let index = 0; index < 230; index++) {
      const request = orderOf({ end: index % 2 === 0 ? 'COMPLETED' : 'DECLINED', end_after_ms: 0 });
      await adapter.submit(request, call);
      mine.push(request.gatewayReference);
    }
    const listed = await adapter.orderList?.list({ from, to: new Date(Date.now() + 60_000) }, call);
    if (listed?.kind !== 'listed') throw new Error(`it is ${JSON.stringify(listed)}`);
    const byKey = new Map(listed.orders.map((order) => [order.gatewayReference, order.outcome.kind]));
    expect(mine.map((key) => byKey.get(key))).toEqual(
      mine.map((_, index) => (index % 2 === 0 ? 'confirmed' : 'refused')),
    );
  });
});

it('reads what the wallets hold as decimal text', async () => {
  expect(await adapter.wallet?.read(call)).toMatchObject({
    kind: 'wallets',
    wallets: [{ currency: 'USD', available: expect.stringMatching(/^\d+\.\d\d$/) }],
  });
});
