import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { admitPurchases } from '../../../db/outbox/admission.ts';
import { claimRows } from '../../../db/outbox/claims.ts';
import { completeRows } from '../../../db/outbox/outbox.ts';
import { createPool } from '../../../db/pool.ts';
import { openSubmission } from '../../../db/purchases/fence.ts';
import { postponeNextAction } from '../../../db/purchases/inquiries.ts';
import { recordAnswer } from '../../../db/purchases/submissions.ts';
import { findDeliverableEvents } from '../../../db/webhooks/deliverable-events.ts';
import { dropAttempts, finishAttempts, openAttempts } from '../../../db/webhooks/webhooks.ts';
import { newUuid } from '../../../domain/crypto/new-id.ts';
import { type AccountId, type PurchaseId, uuidOf } from '../../../domain/ids.ts';
import { WEBHOOK_QUEUE } from '../../../domain/network/queues.ts';
import { createSettleLane, type SettleLane } from '../../../services/purchases/settle-lane.ts';
import { stopAutovacuum } from '../../support/autovacuum.ts';
import {
  createLedgerFixture,
  type LedgerFixture,
  OTHER_NETWORK,
  QUEUE,
} from '../../support/purchases/fixture.ts';
import { DELIVERED } from '../../support/webhooks/delivered.ts';

let fixture: LedgerFixture;
let hotPathPool: Pool;
let lanePool: Pool;
let settleLane: SettleLane;

beforeEach(async () => {
  fixture = await createLedgerFixture();
  // One connection each, because a connection keeps its own counters.
  hotPathPool = createPool(fixture.url, { max: 1, applicationName: 'test-hot-path', use: 'hot-path' });
  lanePool = createPool(fixture.url, { max: 1, applicationName: 'test-lane', use: 'lanes' });
  settleLane = createSettleLane({ pool: lanePool, onOutbox: () => {} });
});
afterEach(async () => {
  await Promise.all([hotPathPool.end(), lanePool.end()]);
  await fixture.close();
});

const LEASE_MS = 30_000;
/** More than the five plans that PostgreSQL tries before it may keep one. */
const UNTIL_KEPT = 8;
const HISTORY = 20_000;
const PART = 2_000;

/** Every statement of a worker for one purchase, from its admission to its webhook. */
async function processOne(): Promise<void> {
  const { admitted } = await admitPurchases(hotPathPool, QUEUE, 8, LEASE_MS);
  const [purchase] = admitted;
  if (purchase === undefined) throw new Error('nothing was admitted');
  const { accountId, purchaseId, outboxId } = purchase;
  await completeRows(hotPathPool, [outboxId]);
  expect(await openSubmission(hotPathPool, purchaseId, 1)).toMatchObject({ kind: 'open' });
  const confirmation = { confirmedAt: new Date(), networkReference: 'ref' };
  const open = {
    outcome: 'accepted',
    gatewayId: 'id',
    detail: null,
    confirmation: null,
    nextActionMs: 0,
  } as const;
  await recordAnswer(hotPathPool, purchaseId, 1, open);
  await postponeNextAction(hotPathPool, purchaseId, 0);
  await recordAnswer(hotPathPool, purchaseId, 1, {
    ...open,
    outcome: 'confirmed',
    gatewayId: null,
    confirmation,
  });
  const report = { kind: 'confirmed', delivery: confirmation } as const;
  await settleLane.settle(accountId, { purchaseId, report, endWorkflow: false });
  await deliver(accountId);
}

async function deliver(accountId: AccountId): Promise<void> {
  const [row] = await claimRows(hotPathPool, WEBHOOK_QUEUE, 64, LEASE_MS);
  if (row === undefined) throw new Error('no event was announced');
  const { subjectUuid, accountUuid: turn } = row;
  const [event] = await findDeliverableEvents(hotPathPool, [{ subjectUuid, attempt: 1 }]);
  expect(event).toMatchObject({ delivered: false, recorded: false });
  await dropAttempts(hotPathPool, [newUuid()], [subjectUuid]);
  const url = 'http://receiver.example/';
  await openAttempts(hotPathPool, [{ subjectUuid, turn, attempt: 1, url }]);
  await finishAttempts(hotPathPool, [
    { ...DELIVERED, subjectUuid, turn, attempt: 1, accountId, url, outboxId: row.id, retryOutboxId: null },
  ]);
}

/** How many pages of tables and indexes `work` reads, cached ones included. */
async function pagesOf(work: () => Promise<void>): Promise<number> {
  const read = async () => {
    for (const pool of [hotPathPool, lanePool]) await pool.query('SELECT pg_stat_force_next_flush()');
    const { rows } = await hotPathPool.query<{ pages: number }>(`
      SELECT sum(heap_blks_hit + heap_blks_read + coalesce(idx_blks_hit + idx_blks_read, 0))::int AS pages
        FROM pg_statio_user_tables`);
    return rows[0]?.pages ?? 0;
  };
  const before = await read();
  await work();
  return (await read()) - before;
}

/** Autovacuum reads pages of the same tables, and the counters do not tell it apart. */
async function stopVacuums(): Promise<void> {
  for (const table of ['purchases', 'outbox', 'events', 'webhook_attempts', 'submissions'])
    await stopAutovacuum(fixture.pool, table);
}

/** Adds HISTORY purchases like this one at another network, each pending, with a queued start and a delivered webhook. */
async function grow(purchaseId: PurchaseId): Promise<void> {
  // In parts, so that each statement ends within its time limit on a busy machine.
  for (let from = 0; from < HISTORY; from += PART) await growPart(purchaseId, from);
}

async function growPart(purchaseId: PurchaseId, from: number): Promise<void> {
  await hotPathPool.query({
    text: `
      WITH more AS (
        INSERT INTO purchases (id, account_id, reference, fingerprint, livemode, status, phone_number, network_id,
                               bundle_id, bundle_name, data_mb, validity_hours, product_code, price, currency, metadata,
                               created_at, resolve_by, next_action_at, dispatched_at)
        SELECT uuidv7(), account_id, 'more-' || n, fingerprint, livemode, 'pending', phone_number, $2, bundle_id,
               bundle_name, data_mb, validity_hours, product_code, price, currency, metadata, created_at, resolve_by,
               next_action_at, created_at
          FROM purchases, generate_series($3::int + 1, $3::int + $4::int) n
         WHERE id = $1
        RETURNING id, account_id
      ), waiting AS (
        INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
        SELECT uuidv7(), 'network.other', 'start_purchase', id, account_id, app_now() FROM more
      ), notified AS (
        INSERT INTO events (id, account_id, type, subject_id, created_at, body, delivered_at, delivery)
        SELECT uuidv7(), account_id, 'purchase.successful', id, app_now(), '{}', app_now(), 'delivered' FROM more
        RETURNING id
      )
      INSERT INTO webhook_attempts (event_id, attempt, url, started_at, finished_at, outcome)
      SELECT id, 1, 'http://receiver.example/', app_now(), app_now(), 'delivered' FROM notified`,
    values: [uuidOf('pur', purchaseId), OTHER_NETWORK, from, PART],
  });
}

it('the reads of one purchase do not grow with the history of its account, though plans were kept', async () => {
  const accountId = await fixture.openAccount();
  const [first] = await fixture.buyMany(accountId, UNTIL_KEPT + 3);
  if (first === undefined) throw new Error('nothing was bought');
  await fixture.pool.query(`UPDATE network_queues SET burst = 1, tokens = 1 WHERE queue = $1`, [QUEUE]);
  await stopVacuums();
  for (let nth = 1; nth <= UNTIL_KEPT; nth++) await processOne();

  const little = await pagesOf(processOne);
  await grow(first);
  const much = await pagesOf(processOne);
  expect(little).toBeGreaterThan(20);
  expect(much).toBeLessThan(2 * little);
});
