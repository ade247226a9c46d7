import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSubmission } from '../../../db/purchases/fence.ts';
import { type PurchaseId, uuidOf } from '../../../domain/ids.ts';
import type { SubmitVerdict } from '../../../domain/purchase/verdict.ts';
import { submitPurchase } from '../../../services/purchases/submit.ts';
import { beginPatiently } from '../../support/database.ts';
import { GATEWAY_TIMEOUT_MS, RESOLVE_WITHIN_MS } from '../../support/purchases/fixture.ts';
import { CALL, createGatewayFixture, type GatewayFixture } from '../../support/purchases/gateway.ts';

let fixture: GatewayFixture;

beforeAll(async () => {
  fixture = await createGatewayFixture();
});
afterAll(() => fixture.close());

function submit(purchaseId: PurchaseId, attempt = 1): Promise<SubmitVerdict> {
  return submitPurchase(fixture.ports, { purchaseId, attempt, nextActionMs: 3_000 }, CALL);
}

function inquire(purchaseId: PurchaseId) {
  return fixture.ports.inquirer.inquire({ purchaseId, source: 'inquiry', endWorkflow: false }, CALL);
}

/** Runs at another time of the database's clock, which is then restored. */
async function later<T>(byMs: number, work: () => Promise<T>): Promise<T> {
  await fixture.moveClock(byMs);
  try {
    return await work();
  } finally {
    await fixture.moveClock(-byMs);
  }
}

/** Whether the statement that opens a fence waits for a lock now. */
async function fenceWaits(): Promise<boolean> {
  const { rows } = await fixture.pool.query<{ waits: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_stat_activity
                     WHERE datname = current_database() AND wait_event_type = 'Lock'
                       AND query LIKE '%INSERT INTO submissions%') AS waits`,
  );
  return rows[0]?.waits === true;
}

describe('a submit', () => {
  it('books a confirmation in the answer immediately, and reports the purchase as settled', async () => {
    const purchaseId = await fixture.buyTold({ end_after_ms: 0 });
    expect(await submit(purchaseId)).toEqual({ kind: 'settled', report: 'confirmed' });
    expect(await fixture.statusOf(purchaseId)).toMatchObject({ status: 'successful', failure_code: null });
    expect(fixture.bookOf(purchaseId)).toEqual({ submits: 1, deliveries: 1 });
  });

  it('books a definite refusal with our own failure code', async () => {
    const purchaseId = await fixture.buyTold({ end: 'REJECTED-BARRED-CREDIT-PARTY', end_after_ms: 0 });
    expect(await submit(purchaseId)).toEqual({ kind: 'settled', report: 'refused' });
    expect(await fixture.statusOf(purchaseId)).toMatchObject({
      status: 'failed',
      failure_code: 'number_barred',
    });
  });

  it('leaves an unknown outcome open: after a reset the order is inquired about, and was delivered', async () => {
    const purchaseId = await fixture.buyTold({ answer: 'reset', end_after_ms: 0 });
    expect(await submit(purchaseId)).toEqual({
      kind: 'unknown',
      reply: { kind: 'unknown', reason: 'connection_lost' },
    });
    expect(await fixture.statusOf(purchaseId)).toMatchObject({ status: 'pending' });

    expect(await inquire(purchaseId)).toEqual({ kind: 'settled', report: 'confirmed' });
    expect(await fixture.statusOf(purchaseId)).toMatchObject({ status: 'successful' });
    expect(fixture.bookOf(purchaseId)).toEqual({ submits: 1, deliveries: 1 });
  });

  it('stores when the workflow acts next, so that a lost workflow is found', async () => {
    const purchaseId = await fixture.buyTold({ end: null });
    await submit(purchaseId);
    const { rows } = await fixture.pool.query<{ due: boolean }>(
      `SELECT next_action_at BETWEEN app_now() AND app_now() + interval '3 seconds' AS due FROM purchases WHERE id = $1`,
      [uuidOf('pur', purchaseId)],
    );
    expect(rows).toEqual([{ due: true }]);
  });
});

describe('the fence', () => {
  it('sends one attempt once, however many submit it concurrently', async () => {
    const purchaseId = await fixture.buyTold({ end: null, answer_after_ms: 200 });
    const results = await Promise.all(Array.from({ length: 8 }, () => submit(purchaseId)));
    expect(fixture.bookOf(purchaseId).submits).toBe(1);
    // Those that came second must inquire: nothing is too late, and nothing is final.
    expect(results.map(({ kind }) => kind).sort()).toEqual(['accepted', ...Array(7).fill('unknown')]);
  });

  it('reports to a second submit that it waited for the first to open', async () => {
    const purchaseId = await fixture.buyTold({ end: null });
    const fences = await Promise.all(
      Array.from({ length: 12 }, () => openSubmission(fixture.pool, purchaseId, 1)),
    );
    const kinds = fences.map(({ kind }) => kind).sort();
    expect(kinds).toEqual([...Array(11).fill('already_open'), 'open']);
  });

  it('sends nothing when the gateway could not answer well before resolve_by', async () => {
    const purchaseId = await fixture.buyTold({ end_after_ms: 0 });
    const cutoff = RESOLVE_WITHIN_MS - GATEWAY_TIMEOUT_MS - 5_000;
    expect(await later(cutoff + 1_000, () => submit(purchaseId))).toEqual({ kind: 'too_late' });
    expect(fixture.bookOf(purchaseId).submits).toBe(0);

    const inTime = await fixture.buyTold({ end_after_ms: 0 });
    expect(await later(cutoff - 60_000, () => submit(inTime))).toEqual({
      kind: 'settled',
      report: 'confirmed',
    });
  });

  it('sends nothing for a purchase that is still pending months after its resolve_by', async () => {
    const purchaseId = await fixture.buyTold({});
    const days = 90;
    await later(days * 24 * 3_600_000, async () => {
      expect(await openSubmission(fixture.pool, purchaseId, 1)).toEqual({ kind: 'too_late' });
    });
  });

  it('reads the clock after it waited for the purchase, not before', async () => {
    const purchaseId = await fixture.buyTold({ end_after_ms: 0 });
    const cutoff = RESOLVE_WITHIN_MS - GATEWAY_TIMEOUT_MS - 5_000;
    const client = await fixture.pool.connect();
    await beginPatiently(client);
    await client.query('SELECT FROM purchases WHERE id = $1 FOR UPDATE', [uuidOf('pur', purchaseId)]);
    const waiting = openSubmission(fixture.pool, purchaseId, 1);
    await expect.poll(() => fenceWaits()).toBe(true);

    const opened = await later(cutoff + 1_000, async () => {
      await client.query('COMMIT');
      client.release();
      return waiting;
    });
    expect(opened).toEqual({ kind: 'too_late' });
  });

  it('sends nothing after the purchase was settled', async () => {
    const purchaseId = await fixture.buyTold({ end_after_ms: 0 });
    await fixture.moveClock(RESOLVE_WITHIN_MS);
    await fixture.settleLane.settle(fixture.accountId, {
      purchaseId,
      report: { kind: 'expired' },
      endWorkflow: false,
    });
    await fixture.moveClock(-RESOLVE_WITHIN_MS);

    expect(await fixture.statusOf(purchaseId)).toMatchObject({ failure_code: 'network_timeout' });
    expect(await submit(purchaseId)).toEqual({ kind: 'already_final' });
    expect(fixture.bookOf(purchaseId).submits).toBe(0);
  });
});
