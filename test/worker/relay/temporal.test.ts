import { Worker } from '@temporalio/worker';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { storeCallback } from '../../../db/purchases/callbacks.ts';
import { requeueSilent } from '../../../db/purchases/guard.ts';
import { type PurchaseId, uuidOf } from '../../../domain/ids.ts';
import { createStarter } from '../../../worker/relay/start-purchases.ts';
import { NETWORK, QUEUE } from '../../support/purchases/fixture.ts';
import { CALL } from '../../support/purchases/gateway.ts';
import { createRunningFixture, type RunningFixture } from '../../support/relay/running.ts';
import { onePool, temporalDown } from '../../support/relay/stubs.ts';
import { countOf } from '../../support/workflows/fixture.ts';

const log = pino({ level: 'silent' });
let fixture: RunningFixture;

beforeAll(async () => {
  fixture = await createRunningFixture();
});
afterAll(() => fixture.close());

/** Purchases that start during this test are not inquired about before it ends. */
async function inquireLate(): Promise<void> {
  const set = 'UPDATE networks SET inquiry_delays_ms = $1';
  const { rows } = await fixture.pool.query<{ ms: number[] }>(
    'SELECT inquiry_delays_ms AS ms FROM networks WHERE id = $1',
    [NETWORK],
  );
  await fixture.pool.query(set, [[600_000]]);
  onTestFinished(async () => void (await fixture.pool.query(set, [rows[0]?.ms])));
}

async function pendingCount(): Promise<number> {
  const { rowCount } = await fixture.pool.query(`SELECT FROM purchases WHERE status = 'pending'`);
  return rowCount ?? 0;
}

async function queuedStarts(purchaseId: PurchaseId): Promise<number> {
  const { rowCount } = await fixture.pool.query(
    `SELECT FROM outbox WHERE subject_id = $1 AND topic = 'start_purchase'`,
    [uuidOf('pur', purchaseId)],
  );
  return rowCount ?? 0;
}

/** What the gateway took so far, looked up until the order is there. */
function sent(purchaseId: PurchaseId) {
  return expect.poll(() => fixture.bookOf(purchaseId).submits).toBe(1);
}

describe('the relay', () => {
  it('three concurrently: every purchase is started once, sent once, delivered once', async () => {
    const bought = await Promise.all(Array.from({ length: 90 }, () => fixture.buyTold({ end_after_ms: 0 })));
    const relays = [fixture.startRelay(), fixture.startRelay(), fixture.startRelay()];
    await expect.poll(pendingCount, { interval: 100 }).toBe(0);
    await Promise.all(relays.map((relay) => relay.stop()));

    const books = bought.map((id) => fixture.bookOf(id));
    expect(books.filter(({ submits, deliveries }) => submits !== 1 || deliveries !== 1)).toEqual([]);
    // A purchase is settled before its workflow has reported its end to the server.
    const handles = bought.map((id) => fixture.handleOf(id));
    await Promise.all(handles.map((handle) => handle.result()));
    const histories = await Promise.all(handles.map((handle) => handle.fetchHistory()));
    const costs = histories.map((history) => countOf(history));
    // A machine that stands still makes some need another task.
    expect(Math.min(...costs.map(({ workflowTasks }) => workflowTasks))).toBe(1);
    expect(Math.min(...costs.map(({ events }) => events))).toBeLessThanOrEqual(7);
    const { searchAttributes } = await fixture.handleOf(bought.at(-1) ?? 'pur_none').describe();
    expect(searchAttributes.Stage).toEqual(['final']);
  });

  it('ends the workflow of a purchase that a callback confirmed, within 13 events', async () => {
    await inquireLate();
    const relay = fixture.startRelay();
    const purchaseId = await fixture.buyTold({ end_after_ms: 700 });
    relay.wake(QUEUE);
    await sent(purchaseId);
    await expect.poll(() => fixture.bookOf(purchaseId).deliveries).toBe(1);
    const body = Buffer.from(JSON.stringify({ id: 1, external_id: purchaseId }));
    const stored = await storeCallback(fixture.pool, NETWORK, true, { body, headers: {} });
    if (stored !== null) await fixture.ports.callbacks.handle(stored, CALL);
    relay.wake('temporal');

    expect(await fixture.handleOf(purchaseId).result()).toBe('settled');
    const history = await fixture.handleOf(purchaseId).fetchHistory();
    expect(countOf(history).events).toBeLessThanOrEqual(13);
    await Worker.runReplayHistory({ workflowBundle: fixture.workflowBundle }, history, purchaseId);
    await relay.stop();
  });

  it('releases what it could not start, and starts it when Temporal is back', async () => {
    const purchaseId = await fixture.buyTold({ end_after_ms: 0 });
    const down = { ...temporalDown(), isOpen: () => true };
    const starter = createStarter({ pools: onePool(fixture.pool), temporal: down, log }, QUEUE, () => {});
    expect(await starter.pass()).toBe('done');
    expect(await queuedStarts(purchaseId)).toBe(1);
    expect(fixture.bookOf(purchaseId).submits).toBe(0);

    const relay = fixture.startRelay();
    await expect.poll(pendingCount).toBe(0);
    expect(fixture.bookOf(purchaseId)).toEqual({ submits: 1, deliveries: 1 });
    await relay.stop();
  });
});

describe('a purchase that was queued again', () => {
  it('while its workflow runs is taken for started, and runs once', async () => {
    const purchaseId = await fixture.buyTold({ end: null });
    const relay = fixture.startRelay();
    await sent(purchaseId);
    const before = await fixture.handleOf(purchaseId).describe();
    await requeue(purchaseId);
    relay.wake(QUEUE);
    await expect.poll(() => queuedStarts(purchaseId)).toBe(0);

    const after = await fixture.handleOf(purchaseId).describe();
    expect([after.runId, after.status.name]).toEqual([before.runId, 'RUNNING']);
    expect(fixture.bookOf(purchaseId).submits).toBe(1);
    await fixture.handleOf(purchaseId).terminate();
    await relay.stop();
  });

  it('after its workflow was terminated is inquired about, not sent again', async () => {
    // It is still open when its workflow is terminated, however slow the machine is.
    const purchaseId = await fixture.buyTold({ answer: 'reset', end_after_ms: 6_000 });
    const relay = fixture.startRelay();
    await sent(purchaseId);
    await fixture.handleOf(purchaseId).terminate('lost');
    await requeue(purchaseId);
    relay.wake(QUEUE);

    await expect
      .poll(() => fixture.statusOf(purchaseId), { timeout: 60_000 })
      .toMatchObject({ status: 'successful' });
    expect(fixture.bookOf(purchaseId)).toEqual({ submits: 1, deliveries: 1 });
    await relay.stop();
  });

  /** As the sweep finds it a minute after its workflow fell silent. */
  async function requeue(purchaseId: PurchaseId): Promise<void> {
    // It may have been sent before its start was ticked off.
    await expect.poll(() => queuedStarts(purchaseId)).toBe(0);
    await fixture.pool.query(
      `UPDATE purchases SET next_action_at = app_now() - interval '2 minutes' WHERE id = $1`,
      [uuidOf('pur', purchaseId)],
    );
    // Not before the answer to its send is stored.
    await expect.poll(() => requeueSilent(fixture.pool, 60_000, 500)).toBe(1);
  }
});

it('rejects an upload whose process stopped', async () => {
  const { rows } = await fixture.pool.query<{ id: string }>({
    text: `INSERT INTO batches (id, account_id, reference, currency, start_mode, on_invalid, on_insufficient_balance,
                                created_at, received_at)
           VALUES (uuidv7(), $1, 'stopped', 'NGN', 'auto', 'skip', 'pause', app_now(), app_now() - interval '1 minute')
           RETURNING id`,
    values: [uuidOf('acc', fixture.accountId)],
  });
  const relay = fixture.startRelay();
  const rejection = async () => {
    const found = await fixture.pool.query<{ code: string | null }>({
      text: 'SELECT rejection_code AS code FROM batches WHERE id = $1',
      values: [rows[0]?.id],
    });
    return found.rows[0]?.code;
  };
  await expect.poll(rejection).toBe('upload_interrupted');
  await relay.stop();
});
