import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { admitPurchases } from '../../db/admission.ts';
import { findDeliverableEvents } from '../../db/deliverable-events.ts';
import { openSubmission } from '../../db/fence.ts';
import { postponeNextAction } from '../../db/inquiries.ts';
import { completeRows } from '../../db/outbox.ts';
import { claimRows } from '../../db/outbox-claims.ts';
import { createPool } from '../../db/pool.ts';
import { recordAnswer } from '../../db/submissions.ts';
import { dropAttempts, finishAttempts, openAttempts } from '../../db/webhooks.ts';
import { newUuid } from '../../domain/crypto/new-id.ts';
import { type AccountId, idFromUuid, type PurchaseId, uuidOf } from '../../domain/ids.ts';
import { WEBHOOK_QUEUE } from '../../domain/queues.ts';
import { createSettleLane, type SettleLane } from '../../lanes/settle-lane.ts';
import { createMoneySetting, type MoneySetting, OTHER_NETWORK, QUEUE } from '../settlement/setting.ts';
import { DELIVERED } from '../webhooks/delivered.ts';

let setting: MoneySetting;
let wayPool: Pool;
let lanePool: Pool;
let settleLane: SettleLane;

beforeEach(async () => {
  setting = await createMoneySetting();
  // One connection each, so that what it has read can be asked of it.
  wayPool = createPool(setting.url, { max: 1, applicationName: 'test-way', use: 'way' });
  lanePool = createPool(setting.url, { max: 1, applicationName: 'test-lane', use: 'lanes' });
  settleLane = createSettleLane({ pool: lanePool, onOutbox: () => {} });
});
afterEach(async () => {
  await Promise.all([wayPool.end(), lanePool.end()]);
  await setting.close();
});

const LEASE_MS = 30_000;
/** PostgreSQL tries five plans before it may keep one. */
const UNTIL_KEPT = 8;
const HISTORY = 20_000;

/** All that a worker asks of PostgreSQL for one purchase, from its admission to its webhook. */
async function goTheWay(): Promise<void> {
  const { admitted } = await admitPurchases(wayPool, QUEUE, 8, LEASE_MS);
  const [purchase] = admitted;
  if (purchase === undefined) throw new Error('nothing was admitted');
  const { accountId, purchaseId, outboxId } = purchase;
  await completeRows(wayPool, [outboxId]);
  expect(await openSubmission(wayPool, purchaseId, 1)).toMatchObject({ kind: 'open' });
  const confirmation = { confirmedAt: new Date(), networkReference: 'ref' };
  const open = {
    outcome: 'accepted',
    gatewayId: 'id',
    detail: null,
    confirmation: null,
    nextActionMs: 0,
  } as const;
  await recordAnswer(wayPool, purchaseId, 1, open);
  await postponeNextAction(wayPool, purchaseId, 0);
  await recordAnswer(wayPool, purchaseId, 1, {
    ...open,
    outcome: 'confirmed',
    gatewayId: null,
    confirmation,
  });
  const news = { kind: 'confirmed', delivery: confirmation } as const;
  await settleLane.settle(accountId, { purchaseId, news, endWorkflow: false });
  await deliver(accountId);
}

async function deliver(accountId: AccountId): Promise<void> {
  const [row] = await claimRows(wayPool, WEBHOOK_QUEUE, 64, LEASE_MS);
  if (row === undefined) throw new Error('no event was announced');
  const eventId = idFromUuid('evt', row.subjectUuid);
  const [event] = await findDeliverableEvents(wayPool, [{ eventId, attempt: 1 }]);
  expect(event).toMatchObject({ delivered: false, recorded: false });
  await dropAttempts(wayPool, [newUuid()], [eventId]);
  const url = 'http://receiver.example/';
  await openAttempts(wayPool, [{ eventId, attempt: 1, url }]);
  await finishAttempts(wayPool, [
    { ...DELIVERED, eventId, attempt: 1, accountId, url, outboxId: row.id, retryOutboxId: null },
  ]);
}

/** Pages that work reads of all tables and indexes, or finds in memory. */
async function pagesOf(work: () => Promise<void>): Promise<number> {
  const read = async () => {
    for (const pool of [wayPool, lanePool]) await pool.query('SELECT pg_stat_force_next_flush()');
    const { rows } = await wayPool.query<{ pages: number }>(`
      SELECT sum(heap_blks_hit + heap_blks_read + coalesce(idx_blks_hit + idx_blks_read, 0))::int AS pages
        FROM pg_statio_user_tables`);
    return rows[0]?.pages ?? 0;
  };
  const before = await read();
  await work();
  return (await read()) - before;
}

/** Gives the account of a purchase so many more like it, pending at another network, each with a start that waits and a webhook that was sent. */
async function grow(purchaseId: PurchaseId): Promise<void> {
  await wayPool.query({
    text: `
      WITH more AS (
        INSERT INTO purchases (id, account_id, reference, fingerprint, livemode, status, phone_number, network_id,
                               bundle_id, bundle_name, data_mb, validity_hours, product_code, price, currency, metadata,
                               created_at, resolve_by, next_action_at, dispatched_at)
        SELECT uuidv7(), account_id, 'more-' || n, fingerprint, livemode, 'pending', phone_number, $2, bundle_id,
               bundle_name, data_mb, validity_hours, product_code, price, currency, metadata, created_at, resolve_by,
               next_action_at, created_at
          FROM purchases, generate_series(1, $3::int) n
         WHERE id = $1
        RETURNING id, account_id
      ), waiting AS (
        INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
        SELECT uuidv7(), 'network.other', 'start_purchase', id, account_id, app_now() FROM more
      ), told AS (
        INSERT INTO events (id, account_id, type, subject_id, created_at, body, delivered_at, delivery)
        SELECT uuidv7(), account_id, 'purchase.successful', id, app_now(), '{}', app_now(), 'delivered' FROM more
        RETURNING id
      )
      INSERT INTO webhook_attempts (event_id, attempt, url, started_at, finished_at, outcome)
      SELECT id, 1, 'http://receiver.example/', app_now(), app_now(), 'delivered' FROM told`,
    values: [uuidOf('pur', purchaseId), OTHER_NETWORK, HISTORY],
  });
}

it('what a purchase reads on its way does not grow with what its account has, though plans were kept from before', async () => {
  const accountId = await setting.openAccount();
  const [first] = await setting.buyMany(accountId, UNTIL_KEPT + 3);
  if (first === undefined) throw new Error('nothing was bought');
  await setting.pool.query(`UPDATE network_queues SET burst = 1, tokens = 1 WHERE queue = $1`, [QUEUE]);
  for (let nth = 1; nth <= UNTIL_KEPT; nth++) await goTheWay();

  const little = await pagesOf(goTheWay);
  await grow(first);
  const much = await pagesOf(goTheWay);
  expect(little).toBeGreaterThan(20);
  expect(much).toBeLessThan(2 * little);
});
