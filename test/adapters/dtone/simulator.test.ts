import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { GatewayAdapter } from '../../../adapters/adapter.ts';
import { createDtOneAdapter } from '../../../adapters/dtone/adapter.ts';
import { createSimulator, type Simulator } from '../../../adapters/dtone/simulator/server.ts';
import { type CallbackReceiver, startCallbackReceiver } from '../../support/adapters/callback-receiver.ts';
import { rawCallback } from '../../support/adapters/contract-bench.ts';

const KEY = 'simulator-key';
/** Three seconds become 30 ms. */
const TIME_SCALE = 0.01;
const HASTY_MS = 350;
const call = { signal: new AbortController().signal };

let simulator: Simulator;
let receiver: CallbackReceiver;
let orders = 0;

beforeAll(async () => {
  simulator = await createSimulator({ timeScale: TIME_SCALE });
  receiver = await startCallbackReceiver();
});
afterAll(async () => {
  await simulator.close();
  await receiver.close();
});

describe.each(['async', 'sync'] as const)('the last three digits of the number, in %s mode', (mode) => {
  let hasty: GatewayAdapter;
  let adapter: GatewayAdapter;
  beforeAll(() => {
    hasty = adapterOf(mode, simulator.url, HASTY_MS);
    adapter = adapterOf(mode);
  });
  afterAll(() => Promise.all([hasty.close(), adapter.close()]));

  const inSync = mode === 'sync';
  const open = inSync ? 'confirmed' : 'accepted';
  const no = inSync ? 'refused' : 'accepted';
  const told = inSync ? 0 : 1;

  it.each([
    // suffix, answer to the submit, end, failure code, deliveries, callbacks
    ['550', open, 'confirmed', null, 1, told],
    ['000', open, 'confirmed', null, 1, told],
    ['100', open, 'confirmed', null, 1, told],
    ['200', open, 'confirmed', null, 1, told],
    ['101', open, 'confirmed', null, 1, told],
    ['102', no, 'refused', 'number_invalid', 0, told],
    ['103', no, 'refused', 'number_barred', 0, told],
    ['104', no, 'refused', 'network_unavailable', 0, told],
    ['105', no, 'refused', 'too_soon', 0, told],
    ['106', no, 'refused', 'network_rejected', 0, told],
    ['107', no, 'refused', 'network_rejected', 0, told],
    ['402', no, 'refused', 'number_invalid', 0, told],
    ['980', open, 'reversed', null, 1, told * 2],
    ['981', inSync ? 'unknown' : 'accepted', 'pending', null, 0, 0],
    ['982', 'unknown', 'confirmed', null, 1, told],
    ['983', 'unknown', 'confirmed', null, 1, told],
    ['984', 'unknown', 'confirmed', null, 1, told],
    ['985', open, 'confirmed', null, 1, told * 2],
    ['986', open, 'confirmed', null, 1, 0],
    ['987', 'unknown', 'not_found', null, 0, 0],
    ['988', inSync ? 'unknown' : 'accepted', 'confirmed', null, 1, told],
    ['989', 'unknown', 'confirmed', null, 1, told],
  ])('%s: %s at first, %s in the end', async (suffix, first, last, code, deliveries, callbacks) => {
    const request = orderFor(suffix);
    const sentAt = new Date();
    // These keep the answer for longer than a hasty adapter waits; all others answer in time on any machine.
    const isSlow = suffix === '983' || (inSync && ['981', '988'].includes(suffix));
    const sender = isSlow ? hasty : adapter;
    const inquire = () => adapter.inquiry?.inquire({ ...request, gatewayId: null, sentAt }, call);

    let answer = await sender.submit(request, call);
    // A busy machine may use up the time of the hasty one before it is connected.
    while (isSlow && answer.kind === 'not_submitted') answer = await sender.submit(request, call);
    expect(answer).toMatchObject({ kind: first });
    await expect.poll(() => inquire()?.then((found) => found.kind)).toBe(last);
    if (code !== null) expect(await inquire()).toMatchObject({ code });
    await expect.poll(() => callbacksAbout(request.gatewayReference).length).toBe(callbacks);
    expect(entryOf(request.gatewayReference)).toMatchObject({ submits: 1, deliveries });
  });

  it('987 takes the order on the second try, and delivers it once', async () => {
    const request = orderFor('987');
    expect(await adapter.submit(request, call)).toMatchObject({ kind: 'unknown', reason: 'connection_lost' });
    expect(await adapter.submit(request, call)).toMatchObject({ kind: open });
    await expect.poll(() => entryOf(request.gatewayReference)).toMatchObject({ submits: 2, deliveries: 1 });
  });

  it('982 counts a repeat and delivers it no second time', async () => {
    const request = orderFor('982');
    await adapter.submit(request, call);
    expect(await adapter.submit(request, call)).toMatchObject({ reason: 'duplicate_reference' });
    await sleep(50);
    expect(entryOf(request.gatewayReference)).toMatchObject({ submits: 2, deliveries: 1 });
  });
});

it('an order is answered as it was taken, even if the process stops for longer than the order takes', async () => {
  const adapter = adapterOf('async');
  // Between any two looks at the clock, more time passes than the order takes: 0.5 to 4 ms.
  let stoppedMs = 0;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => {
    stoppedMs += 10;
    return performance.timeOrigin + performance.now() + stoppedMs;
  });
  const answered = await adapter.submit(orderFor('550'), call).finally(() => clock.mockRestore());
  expect(answered).toMatchObject({ kind: 'accepted' });
  await adapter.close();
});

it('300 takes its five minutes', async () => {
  const hurried = await createSimulator({ timeScale: 0.001 });
  const adapter = adapterOf('async', hurried.url);
  const request = orderFor('300');
  const deliveries = () => hurried.book(KEY).totals.deliveries;
  const began = performance.now();
  await adapter.submit(request, call);
  await expect.poll(deliveries, { interval: 5 }).toBe(1);
  expect(performance.now() - began).toBeGreaterThan(295);
  await adapter.close();
  await hurried.close();
});

describe('callbacks', () => {
  it('are sent again until they are taken', async () => {
    const adapter = adapterOf('async');
    const request = orderFor('550');
    receiver.answerWith(503);
    await adapter.submit(request, call);
    await expect.poll(() => callbacksAbout(request.gatewayReference).length).toBeGreaterThan(1);
    receiver.answerWith(200);
    await sleep(200);
    const sent = callbacksAbout(request.gatewayReference).length;
    await sleep(200);
    expect(callbacksAbout(request.gatewayReference)).toHaveLength(sent);
    expect(sent).toBeLessThanOrEqual(5);
    await adapter.close();
  });

  it('name the order and its class, and are readable by the adapter', async () => {
    const adapter = adapterOf('async');
    const request = orderFor('103');
    await adapter.submit(request, call);
    await expect.poll(() => callbacksAbout(request.gatewayReference).length).toBe(1);
    const [body = ''] = callbacksAbout(request.gatewayReference);
    expect(JSON.parse(body)).toMatchObject({
      status: { message: 'DECLINED-BARRED-CREDIT-PARTY', class: { id: 9, message: 'DECLINED' } },
    });
    expect(adapter.callbacks?.read(rawCallback(body))).toMatchObject({
      kind: 'hint',
      gatewayReference: request.gatewayReference,
    });
    await adapter.close();
  });

  it('can come before the answer, and can be forged', async () => {
    const adapter = adapterOf('async');
    const early = orderFor('550');
    simulator.script({ number: early.phoneNumber, callback_before_answer: true });
    await adapter.submit(early, call);
    expect(callbacksAbout(early.gatewayReference)).toHaveLength(1);

    const forged = orderFor('550');
    simulator.script({
      number: forged.phoneNumber,
      end: 'DECLINED',
      end_after_ms: 60_000,
      forged_callback: true,
    });
    await adapter.submit(forged, call);
    await expect.poll(() => callbacksAbout(forged.gatewayReference).length).toBe(1);
    expect(callbacksAbout(forged.gatewayReference)[0]).toContain('COMPLETED');
    const found = await adapter.inquiry?.inquire({ ...forged, gatewayId: null, sentAt: new Date() }, call);
    expect(found).toMatchObject({ kind: 'pending' });
    expect(entryOf(forged.gatewayReference)).toMatchObject({ deliveries: 0 });
    await adapter.close();
  });

  it('is not waited for without end where the order has none: it is answered first', async () => {
    const hurried = await createSimulator({ timeScale: 0.001 });
    const adapter = adapterOf('async', hurried.url, 30_000);
    const order = orderFor('550');
    hurried.script({ number: order.phoneNumber, callback_before_answer: true, end_after_ms: 86_400_000 });
    expect(await adapter.submit(order, call)).toMatchObject({ kind: 'accepted' });
    expect(callbacksAbout(order.gatewayReference)).toEqual([]);
    await adapter.close();
    await hurried.close();
  });
});

function adapterOf(mode: 'async' | 'sync', url = simulator.url, timeoutMs = 30_000): GatewayAdapter {
  return createDtOneAdapter({
    baseUrl: `${url}/v1`,
    apiKey: KEY,
    apiSecret: 'any secret',
    timeoutMs,
    holdMs: 180_000,
    callbackUrl: receiver.url,
    mode,
    twoStep: false,
  });
}

function orderFor(suffix: string) {
  orders += 1;
  return {
    gatewayReference: `pur_01sim${orders}`,
    phoneNumber: `+2348${String(orders).padStart(6, '0')}${suffix}`,
    productCode: '1',
    firstSentAt: new Date(),
  };
}

function entryOf(gatewayReference: string) {
  return simulator.book(KEY).entries.find((entry) => entry.external_id === gatewayReference);
}

function callbacksAbout(gatewayReference: string): string[] {
  return receiver.bodies.filter((body) => body.includes(`"external_id":"${gatewayReference}"`));
}
