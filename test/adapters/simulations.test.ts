import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { GatewayAdapter, OrderRequest } from '../../adapters/adapter.ts';
import { createSimulator as createPretups } from '../../adapters/pretups/simulator/server.ts';
import type { Simulator, SimulatorOptions } from '../../adapters/simulation/server.ts';
import { createVtpassAdapter } from '../../adapters/vtpass/adapter.ts';
import { createSimulator as createVtpass } from '../../adapters/vtpass/simulator/server.ts';
import { startCallbackReceiver } from '../support/adapters/callback-receiver.ts';
import { call } from '../support/adapters/contract-bench.ts';
import { MSISDN, pretupsAdapter, SECRETS } from '../support/adapters/pretups-subject.ts';

/** Three seconds become 30 ms. */
const TIME_SCALE = 0.01;
const KEY = 'key';
const History = z.object({ happenings: z.array(z.object({ reference: z.string(), what: z.string() })) });

interface Kind {
  readonly name: string;
  readonly account: string;
  readonly productCode: string;
  create(options: SimulatorOptions): Promise<Simulator>;
  connect(simulator: Simulator, timeoutMs: number): GatewayAdapter;
  /** What a simulator's book calls an order. */
  isOf(gatewayReference: string, reference: string): boolean;
}

const VTPASS: Kind = {
  name: 'VTpass',
  account: KEY,
  productCode: 'mtn-data/mtn-1gb',
  create: (options) => createVtpass(options),
  connect: ({ url }, timeoutMs) =>
    createVtpassAdapter({
      baseUrl: `${url}/api`,
      apiKey: KEY,
      secretKey: 's',
      timeoutMs,
      holdMs: 180_000,
    }),
  isOf: (gatewayReference, reference) => reference.endsWith(gatewayReference.replace('_', '')),
};

const PRETUPS: Kind = {
  name: 'PreTUPS',
  account: MSISDN,
  productCode: '1:1000',
  create: (options) => createPretups(options),
  connect: ({ url }, timeoutMs) => pretupsAdapter({ baseUrl: `${url}/pretups`, timeoutMs, holdMs: 180_000 }),
  isOf: (gatewayReference, reference) => reference === gatewayReference,
};

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const part of opened.splice(0).reverse()) await part.close();
});

/** Shorter than the answer to 983 takes; for all else so long that no busy machine reaches it. */
const timeoutOf = (suffix: string) => (suffix === '983' ? 350 : 10_000);

async function open(kind: Kind, options: SimulatorOptions = {}, suffix = '550') {
  const simulator = await kind.create({ timeScale: TIME_SCALE, ...options });
  const adapter = kind.connect(simulator, timeoutOf(suffix));
  opened.push(simulator, adapter);
  const inquire = (request: OrderRequest) =>
    adapter.inquiry?.inquire({ ...request, gatewayId: null, sentAt: request.firstSentAt }, call);
  const entry = (request: OrderRequest) =>
    simulator
      .book(kind.account)
      .entries.find(({ external_id }) => kind.isOf(request.gatewayReference, external_id));
  return { simulator, adapter, inquire, entry };
}

let orders = 0;
function orderFor({ productCode }: Kind, suffix: string): OrderRequest {
  orders += 1;
  return {
    gatewayReference: `pur_01sim${orders}`,
    phoneNumber: `+23480${String(orders).padStart(5, '0')}${suffix}`,
    productCode,
    firstSentAt: new Date(),
  };
}

describe.each([VTPASS, PRETUPS])('the last three digits of the number at $name', (kind) => {
  it.each([
    ['550', 'confirmed', 'confirmed', 1],
    ['000', 'confirmed', 'confirmed', 1],
    ['100', 'accepted', 'confirmed', 1],
    ['200', 'accepted', 'confirmed', 1],
    ['006', 'refused', 'refused', 0],
    ['104', 'accepted', 'refused', 0],
    ['981', 'accepted', 'pending', 0],
    ['982', 'unknown', 'confirmed', 1],
    ['983', 'unknown', 'confirmed', 1],
    ['984', 'unknown', 'confirmed', 1],
    ['987', 'unknown', 'not_found', 0],
    ['988', 'accepted', 'confirmed', 1],
    ['989', 'unknown', 'confirmed', 1],
  ])('%s: %s at first, %s in the end', async (suffix, first, last, deliveries) => {
    const { adapter, inquire, entry } = await open(kind, {}, suffix);
    const request = orderFor(kind, suffix);
    let answer = await adapter.submit(request, call);
    // A busy machine may use up the short time before it is connected.
    while (suffix === '983' && answer.kind === 'not_submitted') answer = await adapter.submit(request, call);
    expect(answer).toMatchObject({ kind: first });
    await expect.poll(() => inquire(request)?.then((found) => found.kind)).toBe(last);
    expect(entry(request)).toMatchObject({ submits: 1, deliveries });
  });

  it('once asked to, it writes down what happens to each order, and what inquiries do not find', async () => {
    const { simulator, adapter, inquire } = await open(kind);
    const history = `${simulator.url}/_simulator/history`;
    await adapter.submit(orderFor(kind, '550'), call);
    await fetch(history, { method: 'POST' });
    const [taken, ignored] = [orderFor(kind, '550'), orderFor(kind, '987')];
    for (const request of [taken, ignored]) await adapter.submit(request, call);
    await inquire(ignored);
    const { happenings } = History.parse(await (await fetch(history)).json());
    const of = (request: OrderRequest) =>
      happenings.flatMap(({ reference, what }) =>
        kind.isOf(request.gatewayReference, reference) ? [what] : [],
      );
    expect(of(taken)).toEqual(['submitted', 'taken', 'delivered']);
    expect(of(ignored)).toEqual(['submitted', 'denied']);
    expect(happenings).toHaveLength(5);
  });

  it('a killed simulator forgets no delivery, and makes those that were due', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'book-'));
    const bookFile = join(folder, 'book.jsonl');
    const before = await open(kind, { bookFile });
    const delivered = orderFor(kind, '550');
    const due = orderFor(kind, '550');
    before.simulator.script({ number: '*', end_after_ms: 20_000 });
    await before.adapter.submit(due, call);
    before.simulator.script({ number: '*' });
    await before.adapter.submit(delivered, call);
    opened.splice(opened.indexOf(before.simulator), 1);
    await before.simulator.close();

    const after = await open(kind, { bookFile });
    expect(after.entry(delivered)).toMatchObject({ submits: 1, deliveries: 1 });
    await expect.poll(() => after.entry(due)).toMatchObject({ submits: 1, deliveries: 1 });
    rmSync(folder, { recursive: true });
  });
});

describe('VTpass', () => {
  it('takes a second order for one number within half a minute for a repeat', async () => {
    const { adapter } = await open(VTPASS, { timeScale: 1 });
    const first = orderFor(VTPASS, '550');
    const second = { ...orderFor(VTPASS, '550'), phoneNumber: first.phoneNumber };
    expect(await adapter.submit(first, call)).toMatchObject({ kind: 'confirmed' });
    expect(await adapter.submit(second, call)).toMatchObject({ kind: 'not_submitted', reason: 'too_soon' });
  });

  it('refuses the request id of another day, of which a first send may have arrived', async () => {
    const { adapter, entry } = await open(VTPASS);
    const stale = { ...orderFor(VTPASS, '550'), firstSentAt: new Date(Date.now() - 86_400_000) };
    expect(await adapter.submit(stale, call)).toMatchObject({
      kind: 'unknown',
      detail: expect.stringContaining('015'),
    });
    expect(entry(stale)).toMatchObject({ deliveries: 0 });
  });

  it('calls back about what its answer had left open, up to five times, until it is answered', async () => {
    const receiver = await startCallbackReceiver();
    opened.push(receiver);
    const { adapter } = await open(VTPASS, { callbackUrls: { [KEY]: receiver.url } });
    receiver.answerWith(500);
    await adapter.submit(orderFor(VTPASS, '100'), call);
    await expect.poll(() => receiver.bodies.length).toBe(5);

    receiver.answerWith(200);
    const told = orderFor(VTPASS, '100');
    await adapter.submit(orderFor(VTPASS, '550'), call);
    await adapter.submit(told, call);
    await expect.poll(() => receiver.bodies.length).toBe(6);
    expect(adapter.callbacks?.read(receiver.received[5] ?? raise())).toMatchObject({
      kind: 'hint',
      gatewayReference: told.gatewayReference,
    });
  });

  it.each([
    ['08011111111', '"code":"000"'],
    ['201000000000', '"status":"pending"'],
    ['500000000000', '"code":"777"'],
    ['400000000000', ''],
  ])('knows the sandbox’s number %s', async (billersCode, expected) => {
    const { simulator } = await open(VTPASS);
    const day = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10).replaceAll('-', '');
    const response = await fetch(`${simulator.url}/api/pay`, {
      method: 'POST',
      headers: { 'api-key': KEY, 'secret-key': 's', 'content-type': 'application/json' },
      body: JSON.stringify({
        request_id: `${day}1200abcd`,
        serviceID: 'mtn-data',
        billersCode,
        variation_code: 'mtn-1gb',
        phone: '08011111111',
      }),
    });
    const body = await response.text();
    expect(expected === '' ? body === '' : body.includes(expected)).toBe(true);
  });
});

describe('the control plane', () => {
  it.each([VTPASS, PRETUPS])('of $name refuses all orders of an account on request', async (kind) => {
    const { simulator, adapter } = await open(kind);
    const refusals = (code: string | null) =>
      fetch(`${simulator.url}/_simulator/refusals`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ account: kind.account, code }),
      });
    await adapter.submit(orderFor(kind, '550'), call);
    await refusals(kind === VTPASS ? '018' : '3006201');
    expect(await adapter.submit(orderFor(kind, '550'), call)).toMatchObject({ reason: 'supplier_account' });
    await refusals(null);
    expect(await adapter.submit(orderFor(kind, '550'), call)).toMatchObject({ kind: 'confirmed' });
  });

  it('keeps numbers and secrets out of the log', async () => {
    const { simulator, adapter } = await open(PRETUPS);
    const request = orderFor(PRETUPS, '550');
    await adapter.submit(request, call);
    const log = await (await fetch(`${simulator.url}/_simulator/log`)).text();
    expect(log).toContain('/pretups/C2SReceiver');
    for (const hidden of [...Object.values(SECRETS), request.phoneNumber.slice(4)]) {
      expect(log).not.toContain(hidden);
    }
  });
});

function raise(): never {
  throw new Error('nothing was received');
}
