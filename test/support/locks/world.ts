import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { setAccountBundle, setWebhookEndpoint } from '../../../db/accounts/accounts.ts';
import { issueKey } from '../../../db/accounts/key-changes.ts';
import { beginRelease } from '../../../db/batches/release.ts';
import { insertBatch } from '../../../db/batches/upload.ts';
import { createClientEndpoint } from '../../../db/endpoints/endpoints.ts';
import { createOrganisation } from '../../../db/people/organisations.ts';
import type { BatchRelease } from '../../../domain/batch/release.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import {
  type AccountId,
  type ApprovalId,
  type BatchId,
  type DeliveryId,
  type EndpointId,
  type EventId,
  idFromUuid,
  type KeyId,
  type OrganisationId,
  type PurchaseId,
  type RecurrenceId,
  uuidOf,
} from '../../../domain/ids.ts';
import { EVENT_TYPES } from '../../../domain/webhook/event.ts';
import { bought, type LaneFixture, OFFER, openAccount, PRICE, wish } from '../purchases/lane-fixture.ts';
import { addRecurrence } from './add-recurrence.ts';
import { requestApproval } from './request-approval.ts';

/** An account with one row of everything that transactions lock, and its ids. */
export interface World {
  readonly accountId: AccountId;
  /** Pending, sent long ago, its start still in the outbox. */
  readonly pending: PurchaseId;
  /** Pending and never sent. */
  readonly unsent: PurchaseId;
  /** Failed, with an open late confirmation and an open contradiction. */
  readonly late: PurchaseId;
  /** Failed after a send, with nothing on record that came later. */
  readonly silent: PurchaseId;
  /** Running, with a pending purchase and waiting rows. */
  readonly batchId: BatchId;
  readonly approvalId: ApprovalId;
  /** Of that batch. */
  readonly release: BatchRelease;
  /** Running, and all its purchases are final. */
  readonly doneBatchId: BatchId;
  /** Running, and all its first rows had their turn. */
  readonly firstRowsBatchId: BatchId;
  /** Ready, with a row whose number was corrected. */
  readonly correctedBatchId: BatchId;
  /** Ready, with nothing to decide. */
  readonly readyBatchId: BatchId;
  /** It buys the rows of a batch again, and has made `readyBatchId` in a run. */
  readonly recurrenceId: RecurrenceId;
  readonly eventId: EventId;
  /** An endpoint that the client set. */
  readonly endpointId: EndpointId;
  /** Of the event, to that endpoint. */
  readonly deliveryId: DeliveryId;
  readonly keyId: KeyId;
  /** It does not have the account. */
  readonly organisationId: OrganisationId;
}

const ACTOR = { operator: 'test', reason: 'test' };
const NO_OPTIONS = {
  start: 'auto',
  onInvalid: 'skip',
  onInsufficientBalance: 'pause',
  notBefore: null,
  duplicates: { windowHours: 0, on: 'buy' },
} as const;
const COLUMNS = [
  { name: 'phone_number', target: 'phone_number' },
  { name: 'bundle_id', target: 'bundle_id' },
];
const WAITING_ROWS = 3;

export async function createWorld(fixture: LaneFixture): Promise<World> {
  const { pool, settleLane } = fixture;
  const accountId = await openAccount(fixture, 50);
  const [batchId, doneBatchId, firstRowsBatchId, correctedBatchId, readyBatchId] = [
    newId('bat'),
    newId('bat'),
    newId('bat'),
    newId('bat'),
    newId('bat'),
  ];
  for (const id of [batchId, doneBatchId, firstRowsBatchId, correctedBatchId, readyBatchId]) {
    await insertBatch(pool, { id, accountId, reference: id, currency: 'NGN', options: NO_OPTIONS });
    await runBatch(pool, id, id === batchId ? WAITING_ROWS : 0);
  }
  await pool.query(`UPDATE batches SET first_rows_end = 1 WHERE id = $1`, [uuidOf('bat', firstRowsBatchId)]);
  await proposeCorrection(pool, correctedBatchId);
  await makeReady(pool, readyBatchId);
  const [release, doneRelease] = await Promise.all([
    beginRelease(pool, batchId),
    beginRelease(pool, doneBatchId),
  ]);
  await setAccountBundle(pool, accountId, OFFER.bundleId, PRICE);
  await setWebhookEndpoint(pool, accountId, 'https://client.example/hook', Buffer.from('sealed'));
  const endpointId = await addEndpoint(pool, accountId);
  const key = { hash: randomBytes(32), lastFour: '0000' };
  const keyId = await issueKey(pool, accountId, key, ACTOR);

  const [pending, unsent, late, silent, done] = await Promise.all([
    bought(fixture, accountId, 'pending'),
    bought(fixture, accountId, 'unsent'),
    bought(fixture, accountId, 'late'),
    bought(fixture, accountId, 'silent'),
    buyRow(fixture, accountId, doneRelease),
    buyRow(fixture, accountId, release),
  ]);
  const refused = { kind: 'refused', code: 'network_rejected' } as const;
  for (const purchaseId of [late, silent, done]) {
    await settleLane.settle(accountId, { purchaseId, report: refused, endWorkflow: false });
  }
  await pool.query({
    text: `
      WITH sent AS (
        INSERT INTO submissions (purchase_id, attempt, sent_at)
        SELECT id, 1, app_now() - interval '1 hour' FROM unnest(ARRAY[$1, $3]::uuid[]) AS s (id)
      ), contradicted AS (
        INSERT INTO contradictions (purchase_id, kind, first_seen_at, last_seen_at)
        SELECT $2, kind, app_now(), app_now()
          FROM unnest('{confirmed_after_refused,other_product}'::text[]) AS k (kind)
      ), silent AS (
        UPDATE purchases
           SET dispatched_at = app_now() - interval '1 hour', next_action_at = app_now() - interval '1 hour'
         WHERE id = $1
      ), taken AS (
        DELETE FROM outbox WHERE subject_id = $1 AND topic = 'start_purchase'
      )
      INSERT INTO late_confirmations (purchase_id, confirmed_at, recorded_at) VALUES ($2, app_now(), app_now())`,
    values: [uuidOf('pur', pending), uuidOf('pur', late), uuidOf('pur', silent)],
  });
  const eventId = await eventOf(pool, late);
  return {
    accountId,
    pending,
    unsent,
    late,
    silent,
    batchId,
    release,
    doneBatchId,
    firstRowsBatchId,
    correctedBatchId,
    readyBatchId,
    recurrenceId: await addRecurrence(pool, accountId, doneBatchId),
    eventId,
    endpointId,
    deliveryId: await deliveryOf(pool, eventId),
    keyId,
    organisationId: await createOrganisation(pool, 'Client Ltd', ACTOR),
    approvalId: await requestApproval(pool, accountId, correctedBatchId),
  };
}

async function addEndpoint(pool: Pool, accountId: AccountId): Promise<EndpointId> {
  const wanted = {
    id: newId('wep'),
    url: 'https://client.example/own',
    description: '',
    eventTypes: EVENT_TYPES,
    sealedSecret: Buffer.from('sealed'),
  };
  const created = await createClientEndpoint(pool, accountId, wanted, ACTOR);
  if (created.kind !== 'created') throw new Error(`the endpoint was not created: ${created.kind}`);
  return created.endpoint.id;
}

/** Makes a running batch one that is ready, with one row whose number was corrected. */
async function proposeCorrection(pool: Pool, batchId: BatchId): Promise<void> {
  await pool.query({
    text: `
      WITH corrected AS (
        UPDATE batches
           SET status = 'ready', started_at = NULL, correction_state = 'proposed', corrected_count = 1, row_count = 1, cost = $4
         WHERE id = $1
      )
      INSERT INTO batch_rows (batch_id, line, state, cells, reference, network_id, price, chosen)
      SELECT $1, 2, 'waiting', json_build_array('08031234567', $2::text), $1 || '.2', $3, $4,
             json_build_object('phoneNumber', '+2348031234567')`,
    values: [uuidOf('bat', batchId), OFFER.bundleId, OFFER.networkId, PRICE],
  });
}

/** Makes a running batch one that is ready, as if it had one row. */
async function makeReady(pool: Pool, batchId: BatchId): Promise<void> {
  await pool.query({
    text: `UPDATE batches SET status = 'ready', started_at = NULL, row_count = 1, cost = $2 WHERE id = $1`,
    values: [uuidOf('bat', batchId), PRICE],
  });
}

/** Starts a batch with this many waiting rows. */
async function runBatch(pool: Pool, batchId: BatchId, rows: number): Promise<void> {
  await pool.query({
    text: `
      WITH running AS (
        UPDATE batches
           SET status = 'running', content_hash = sha256(''), columns = $2, networks = ARRAY[$3], row_count = $4,
               validated_at = app_now(), started_at = app_now()
         WHERE id = $1
      ), shared AS (
        INSERT INTO batch_networks (batch_id, network_id, valid) VALUES ($1, $3, $4 + 1)
      )
      INSERT INTO batch_rows (batch_id, line, state, cells, reference, network_id, price)
      SELECT $1, line, 'waiting', json_build_array('+2348031234567', $5::text), $1 || '.' || line, $3, $6
        FROM generate_series(2, $4 + 1) AS r (line)`,
    values: [uuidOf('bat', batchId), JSON.stringify(COLUMNS), OFFER.networkId, rows, OFFER.bundleId, PRICE],
  });
}

async function buyRow(
  fixture: LaneFixture,
  accountId: AccountId,
  release: BatchRelease,
): Promise<PurchaseId> {
  const result = await fixture.acceptLane.buy(accountId, wish(`row of ${release.batchId}`, { release }));
  if (result.kind !== 'accepted') throw new Error(`not accepted but ${result.kind}`);
  return result.purchase.order.id;
}

async function eventOf(pool: Pool, purchaseId: PurchaseId): Promise<EventId> {
  const { rows } = await pool.query<{ id: string }>({
    text: 'SELECT id FROM events WHERE subject_id = $1',
    values: [uuidOf('pur', purchaseId)],
  });
  if (rows[0] === undefined) throw new Error(`${purchaseId} has no event`);
  return idFromUuid('evt', rows[0].id);
}

async function deliveryOf(pool: Pool, eventId: EventId): Promise<DeliveryId> {
  const { rows } = await pool.query<{ id: string }>({
    text: 'SELECT id FROM deliveries WHERE event_id = $1',
    values: [uuidOf('evt', eventId)],
  });
  if (rows[0] === undefined) throw new Error(`${eventId} has no delivery`);
  return idFromUuid('dlv', rows[0].id);
}
