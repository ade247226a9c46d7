import { Worker } from '@temporalio/worker';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeCallback } from '../../db/callbacks.ts';
import { requeueSilent } from '../../db/guard.ts';
import { type PurchaseId, uuidOf } from '../../domain/ids.ts';
import { createStarter } from '../../relay/start-purchases.ts';
import { handleCallback } from '../../settlement/handle-callback.ts';
import { CALL } from '../settlement/gateway.ts';
import { NETWORK, QUEUE } from '../settlement/setting.ts';
import { countOf } from '../workflows/setting.ts';
import { createRunningSetting, type RunningSetting } from './running.ts';
import { temporalDown } from './stubs.ts';

const log = pino({ level: 'silent' });
let setting: RunningSetting;

beforeAll(async () => {
  setting = await createRunningSetting();
});
afterAll(() => setting.close());

async function pendingCount(): Promise<number> {
  const { rowCount } = await setting.pool.query(`SELECT FROM purchases WHERE status = 'pending'`);
  return rowCount ?? 0;
}

async function queuedStarts(purchaseId: PurchaseId): Promise<number> {
  const { rowCount } = await setting.pool.query(
    `SELECT FROM outbox WHERE subject_id = $1 AND topic = 'start_purchase'`,
    [uuidOf('pur', purchaseId)],
  );
  return rowCount ?? 0;
}

/** What the gateway took so far, looked up until the order is there. */
function sent(purchaseId: PurchaseId) {
  return expect.poll(() => setting.bookOf(purchaseId).submits, { timeout: 10_000 }).toBe(1);
}

describe('the relay', () => {
  it('three at once: every purchase started once, sent once, delivered once', async () => {
    const bought = await Promise.all(Array.from({ length: 90 }, () => setting.buyTold({ end_after_ms: 0 })));
    const relays = [setting.startRelay(), setting.startRelay(), setting.startRelay()];
    await expect.poll(pendingCount, { timeout: 30_000, interval: 100 }).toBe(0);
    await Promise.all(relays.map((relay) => relay.stop()));

    const books = bought.map((id) => setting.bookOf(id));
    expect(books.filter(({ submits, deliveries }) => submits !== 1 || deliveries !== 1)).toEqual([]);
    const history = await setting.handleOf(bought.at(-1) ?? 'pur_none').fetchHistory();
    expect(countOf(history).workflowTasks).toBe(1);
    expect(countOf(history).events).toBeLessThanOrEqual(7);
  });

  it('ends the workflow of a purchase that a callback confirmed, within 13 events', async () => {
    const relay = setting.startRelay();
    const purchaseId = await setting.buyTold({ end_after_ms: 700 });
    relay.wake(QUEUE);
    await sent(purchaseId);
    await expect.poll(() => setting.bookOf(purchaseId).deliveries, { timeout: 3_000 }).toBe(1);
    const body = Buffer.from(JSON.stringify({ id: 1, external_id: purchaseId }));
    const stored = await storeCallback(setting.pool, NETWORK, true, { body, headers: {} });
    if (stored !== null) await handleCallback(setting.deps, stored, CALL);
    relay.wake('temporal');

    expect(await setting.handleOf(purchaseId).result()).toBe('settled');
    const history = await setting.handleOf(purchaseId).fetchHistory();
    expect(countOf(history).events).toBeLessThanOrEqual(13);
    await Worker.runReplayHistory({ workflowBundle: setting.workflowBundle }, history, purchaseId);
    await relay.stop();
  });

  it('puts back what it could not start, and starts it when Temporal is back', async () => {
    const purchaseId = await setting.buyTold({ end_after_ms: 0 });
    const down = { ...temporalDown(), isOpen: () => true };
    const starter = createStarter({ pool: setting.pool, temporal: down, log }, QUEUE, () => {});
    expect(await starter.pass()).toBe('done');
    expect(await queuedStarts(purchaseId)).toBe(1);
    expect(setting.bookOf(purchaseId).submits).toBe(0);

    const relay = setting.startRelay();
    await expect.poll(pendingCount, { timeout: 10_000 }).toBe(0);
    expect(setting.bookOf(purchaseId)).toEqual({ submits: 1, deliveries: 1 });
    await relay.stop();
  });
});

describe('a purchase that was queued again', () => {
  it('while its workflow runs is taken for started, and runs once', async () => {
    const purchaseId = await setting.buyTold({ end: null });
    const relay = setting.startRelay();
    await sent(purchaseId);
    const before = await setting.handleOf(purchaseId).describe();
    await requeue(purchaseId);
    relay.wake(QUEUE);
    await expect.poll(() => queuedStarts(purchaseId), { timeout: 5_000 }).toBe(0);

    const after = await setting.handleOf(purchaseId).describe();
    expect([after.runId, after.status.name]).toEqual([before.runId, 'RUNNING']);
    expect(setting.bookOf(purchaseId).submits).toBe(1);
    await setting.handleOf(purchaseId).terminate();
    await relay.stop();
  });

  it('after its workflow was terminated is inquired of, not sent again', async () => {
    const purchaseId = await setting.buyTold({ answer: 'reset', end_after_ms: 0 });
    const relay = setting.startRelay();
    await sent(purchaseId);
    await setting.handleOf(purchaseId).terminate('lost');
    await requeue(purchaseId);
    relay.wake(QUEUE);

    await expect
      .poll(() => setting.statusOf(purchaseId), { timeout: 15_000 })
      .toMatchObject({ status: 'successful' });
    expect(setting.bookOf(purchaseId)).toEqual({ submits: 1, deliveries: 1 });
    await relay.stop();
  });

  /** As the sweep finds it a minute after its workflow fell silent. */
  async function requeue(purchaseId: PurchaseId): Promise<void> {
    // It may have been sent before its start was ticked off.
    await expect.poll(() => queuedStarts(purchaseId), { timeout: 30_000 }).toBe(0);
    await setting.pool.query(
      `UPDATE purchases SET next_action_at = app_now() - interval '2 minutes' WHERE id = $1`,
      [uuidOf('pur', purchaseId)],
    );
    expect(await requeueSilent(setting.pool, 60_000, 500)).toBe(1);
  }
});
