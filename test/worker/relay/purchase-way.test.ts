import { Client } from '@temporalio/client';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AdmittedPurchase } from '../../../db/outbox/admission.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import { createFirstSends } from '../../../worker/relay/first-sends.ts';
import { createGate } from '../../../worker/relay/gate.ts';
import { begin, type Way } from '../../../worker/relay/purchase-way.ts';
import { temporalOver } from '../../support/relay/stubs.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function purchase(): AdmittedPurchase {
  return {
    outboxId: 'row',
    purchaseId: newId('pur'),
    accountId: newId('acc'),
    batchId: null,
    networkId: 'net_mtn',
    bundleId: 'bnd_1gb',
    publicReference: 'reference',
    resolveBy: new Date(0),
    submitMode: 'local',
    gatewayTimeoutMs: 1_000,
    inquiryDelaysMs: [],
  };
}

/** Starts of which each goes as it is told; `begun` begins one on a way of a single place. */
function way(start: () => Promise<{ eagerlyStarted: boolean }>, keepsPlaceElsewhere = false) {
  const started: string[] = [];
  const waits: number[] = [];
  const client = new Client();
  vi.spyOn(client.workflow, 'start').mockImplementation(async (_type, { workflowId }) => {
    started.push(workflowId);
    return Object.assign(client.workflow.getHandle(workflowId), await start()) as never;
  });
  const sends = createFirstSends();
  const deps = { temporal: temporalOver(client), log: pino({ level: 'silent' }), sends };
  const single: Way = {
    gate: createGate(1),
    patienceMs: 10_000,
    keepsPlaceElsewhere,
    onSent: (ms) => void waits.push(ms),
  };
  const begun = (which: AdmittedPurchase) => begin(deps, 'network.mtn', which, single);
  return { started, waits, sends, begun };
}

/** Whether a promise is resolved by now. */
async function isResolved(promise: Promise<unknown>): Promise<boolean> {
  let resolved = false;
  void promise.then(() => {
    resolved = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  return resolved;
}

it('keeps its turn until it is sent, and tells how long that took from its claim', async () => {
  const { started, waits, sends, begun } = way(async () => ({ eagerlyStarted: true }));
  const [first, second] = [purchase(), purchase()];
  const [one] = [begun(first), begun(second)];
  await vi.advanceTimersByTimeAsync(300);
  expect(started).toHaveLength(1);
  expect(await one.started).toBe(true);
  expect(await isResolved(one.sent)).toBe(false);

  sends.begun(first.purchaseId);
  await vi.advanceTimersByTimeAsync(100);
  expect(started).toHaveLength(2);
  sends.begun(second.purchaseId);
  await vi.advanceTimersByTimeAsync(0);
  expect(waits).toEqual([300, 400]);
});

it('counts as sent after a second where its send is not seen', async () => {
  const { started, begun } = way(async () => ({ eagerlyStarted: true }));
  const one = begun(purchase());
  begun(purchase());
  await vi.advanceTimersByTimeAsync(999);
  expect([started.length, await isResolved(one.sent)]).toEqual([1, false]);
  await vi.advanceTimersByTimeAsync(1);
  expect([started.length, await isResolved(one.sent)]).toEqual([2, true]);
});

it.each([false, true])(
  'leaves its turn to the next at once where it is not run here (keeps its place: %s)',
  async (keeps) => {
    const { started, begun } = way(async () => ({ eagerlyStarted: false }), keeps);
    const one = begun(purchase());
    begun(purchase());
    await vi.advanceTimersByTimeAsync(0);
    expect([started.length, await isResolved(one.sent)]).toEqual([2, !keeps]);
  },
);

it('leaves its turn after a second where its start takes longer', async () => {
  const { started, begun } = way(() => new Promise(() => {}));
  const one = begun(purchase());
  begun(purchase());
  await vi.advanceTimersByTimeAsync(999);
  expect(started).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect([started.length, await isResolved(one.sent)]).toEqual([2, false]);
});

it('keeps its place for a second where it could not be started, and not its turn', async () => {
  const { started, begun } = way(() => Promise.reject(new Error('no server in this test')));
  const one = begun(purchase());
  begun(purchase());
  expect(await one.started).toBe(false);
  await vi.advanceTimersByTimeAsync(990);
  expect([started.length, await isResolved(one.sent)]).toEqual([2, false]);
  await vi.advanceTimersByTimeAsync(10);
  expect(await isResolved(one.sent)).toBe(true);
});

it('is given back unstarted where its turn comes after four seconds', async () => {
  const { started, begun } = way(() => new Promise(() => {}));
  const behind = Array.from({ length: 6 }, () => begun(purchase())).at(-1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(started).toHaveLength(5);
  expect(await behind?.started).toBe(false);
  expect(await isResolved(behind?.sent ?? Promise.reject(new Error('none')))).toBe(true);
});
