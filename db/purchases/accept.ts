import type { PoolClient } from 'pg';
import {
  type AccountId,
  type BatchId,
  idFromUuid,
  type KeyId,
  type PurchaseId,
  uuidOf,
} from '../../domain/ids.ts';
import type { MinorUnits } from '../../domain/money/money.ts';
import { networkQueue } from '../../domain/network/queues.ts';
import type { KnownPurchase, Offer } from '../../domain/purchase/accept.ts';
import type { LockedAccount } from '../accounts/lock.ts';
import { moneyOf } from '../batches/money.ts';
import { toJsonRecords } from '../json-records.ts';
import { CURRENT_NETWORK, PORTED_NUMBER_JOIN } from '../networks/ported-number-join.ts';

/** What the account's transaction knows before it decides. */
export interface Known {
  readonly known: Map<string, KnownPurchase>;
  readonly ported: Map<string, string>;
  /** Networks that take no purchases now. */
  readonly unavailable: Set<string>;
}

/**
 * Which references are taken, which numbers are on another network than their prefix says, and which networks
 * are unavailable. References and numbers cost one index look-up each; a fresh live answer goes before the
 * imported table. A purchase that is decided after a network's change was committed sees it. Without a name, so
 * that it is planned each time: a plan kept from when the tables were empty reads a whole account for each
 * reference.
 */
export async function readKnown(
  tx: PoolClient,
  accountId: AccountId,
  references: readonly string[],
  phoneNumbers: readonly string[],
): Promise<Known> {
  const { rows } = await tx.query<{ key: string; id: string | null; value: string | null }>(
    knownQuery(accountId, references, phoneNumbers),
  );
  const known = new Map<string, KnownPurchase>();
  const ported = new Map<string, string>();
  const unavailable = new Set<string>();
  for (const { key, id, value } of rows) {
    if (value === null) unavailable.add(key);
    else if (id === null) ported.set(key, value);
    else
      known.set(key, { purchaseId: idFromUuid('pur', id), fingerprint: value === ARCHIVED ? null : value });
  }
  return { known, ported, unavailable };
}

/** The fingerprint that is left of an archived purchase. */
const ARCHIVED = '';

/** The statement behind `readKnown`. */
export function knownQuery(
  accountId: AccountId,
  references: readonly string[],
  phoneNumbers: readonly string[],
) {
  return {
    text: `
      SELECT wanted.reference AS key, known.id, known.value
        FROM unnest($2::text[]) AS wanted (reference)
       CROSS JOIN LATERAL (
             SELECT n.purchase_id AS id, encode(n.fingerprint, 'hex') AS value
               FROM purchase_references n
              WHERE n.account_id = $1 AND n.reference = wanted.reference
              LIMIT 1) known
      UNION ALL
      SELECT wanted.phone_number, NULL, ${CURRENT_NETWORK}
        FROM unnest($3::text[]) AS wanted (phone_number)
        ${PORTED_NUMBER_JOIN}
      UNION ALL
      SELECT n.id, NULL, NULL FROM networks n WHERE n.status = 'unavailable'`,
    values: [uuidOf('acc', accountId), references, phoneNumbers],
  };
}

/** A batch that may release rows now. */
export interface ReleasingBatch {
  /** Of the release that may do so. */
  readonly epoch: number;
  /** What its approved cost and the rule for approvals leave to spend; null if neither limits it. */
  readonly left: MinorUnits | null;
  /** Charged and held, less refunds; null if neither an approved cost nor a limit needs it. */
  readonly spent: MinorUnits | null;
  /** Whether its rows are bought at the prices of the check. */
  readonly pricesLocked: boolean;
  /** The key that last started or resumed it; null if none did. */
  readonly keyId: KeyId | null;
}

/**
 * The batches among these that may release rows now. None of it changes until the transaction ends: what a batch has spent moves
 * only under its account's lock, which the caller holds. However a batch came to run, it spends no more than its approval covers; and
 * without one, less than what needs an approval by a rule that is older than its start.
 */
export async function readReleasing(
  tx: PoolClient,
  accountId: AccountId,
  batchIds: readonly BatchId[],
): Promise<Map<BatchId, ReleasingBatch>> {
  const { rows } = await tx.query<{ id: string; key: string | null } & Omit<ReleasingBatch, 'keyId'>>({
    name: 'read-releasing',
    text: `
      SELECT b.id, b.key_id AS key, b.release_epoch AS epoch,
             least(b.approved_cost, a.amount, g.most) - (m.charged + m.held) AS left, m.charged - m.refunded + m.held AS spent,
             coalesce(b.prices_locked_until > (SELECT app_now()), false) AS "pricesLocked"
        FROM batches b
        LEFT JOIN account_rules r ON r.account_id = b.account_id
        LEFT JOIN approvals a ON a.id = b.approval_id AND a.account_id = b.account_id
        LEFT JOIN LATERAL (
             SELECT least(one_from, two_from) - 1 AS most
               FROM approval_rules
              WHERE account_id = b.account_id AND kind = 'campaign_start' AND changed_at <= b.started_at
                AND b.approval_id IS NULL) g ON true
        LEFT JOIN LATERAL (${moneyOf('b.id')}) m
             ON b.approved_cost IS NOT NULL OR a.amount IS NOT NULL OR g.most IS NOT NULL OR r.campaign_limit IS NOT NULL
       WHERE b.account_id = $2 AND b.id = ANY ($1::uuid[]) AND b.status = 'running'
         AND (b.approval_id IS NULL OR a.status = 'used')
       ORDER BY b.id
         FOR SHARE OF b`,
    values: [batchIds.map((id) => uuidOf('bat', id)), uuidOf('acc', accountId)],
  });
  return new Map(
    rows.map(({ id, key, ...batch }) => [
      idFromUuid('bat', id),
      { ...batch, keyId: key === null ? null : idFromUuid('key', key) },
    ]),
  );
}

/** When a purchase of the account was created; null when the account has no such purchase. */
export async function readCreatedAt(
  tx: PoolClient,
  accountId: AccountId,
  purchaseId: PurchaseId,
): Promise<Date | null> {
  const { rows } = await tx.query<{ at: Date }>({
    name: 'read-created-at',
    text: `SELECT created_at AS at FROM purchases WHERE id = $1 AND account_id = $2`,
    values: [uuidOf('pur', purchaseId), uuidOf('acc', accountId)],
  });
  return rows[0]?.at ?? null;
}

/** A purchase to be written, as decided. */
export interface AcceptedRow {
  readonly purchaseId: PurchaseId;
  readonly outboxId: string;
  readonly reference: string;
  readonly fingerprint: string;
  readonly phoneNumber: string;
  readonly offer: Offer;
  readonly resolveWithinMs: number;
  readonly metadata: Readonly<Record<string, string>>;
  readonly batchId: BatchId | null;
  readonly keyId?: KeyId | null;
}

/**
 * Writes accepted purchases, their holds and their starts in one statement, and answers when they were created.
 * The clock is read here, after the account's lock.
 */
export async function insertAccepted(
  tx: PoolClient,
  accountId: AccountId,
  account: LockedAccount,
  accepted: readonly AcceptedRow[],
): Promise<Date> {
  const { rows } = await tx.query<{ at: Date }>({
    name: 'insert-accepted',
    text: INSERT_ACCEPTED,
    values: [
      uuidOf('acc', accountId),
      account.livemode,
      account.currency,
      toJsonRecords(accepted.map((row) => toRecord(row, account.livemode))),
    ],
  });
  if (rows[0] === undefined) throw new TypeError(`account ${accountId} vanished under its lock`);
  return rows[0].at;
}

function toRecord({ offer, ...row }: AcceptedRow, livemode: boolean) {
  return {
    id: uuidOf('pur', row.purchaseId),
    outbox_id: row.outboxId,
    reference: row.reference,
    fingerprint: `\\x${row.fingerprint}`,
    phone_number: row.phoneNumber,
    network_id: offer.networkId,
    queue: networkQueue(offer.networkId, livemode),
    bundle_id: offer.bundleId,
    bundle_name: offer.name,
    data_mb: offer.dataMb,
    validity_hours: offer.validityHours,
    product_code: offer.productCode,
    price: offer.price,
    metadata: JSON.stringify(row.metadata),
    batch_id: row.batchId === null ? null : uuidOf('bat', row.batchId),
    key_id: row.keyId == null ? null : uuidOf('key', row.keyId),
    resolve_within_ms: row.resolveWithinMs,
  };
}

const INSERT_ACCEPTED = `
  WITH clock AS MATERIALIZED (
    SELECT app_now() AS at
  ), accepted AS (
    SELECT *
      FROM json_to_recordset($4)
        AS a (id uuid, outbox_id uuid, reference text, fingerprint bytea, phone_number text, network_id text, queue text,
              bundle_id text, bundle_name text, data_mb int, validity_hours int, product_code text, price bigint,
              metadata text, batch_id uuid, key_id uuid, resolve_within_ms int)
  ), bought AS (
    INSERT INTO purchases
           (id, account_id, reference, fingerprint, livemode, phone_number, network_id, bundle_id, bundle_name,
            data_mb, validity_hours, product_code, price, currency, metadata, batch_id, key_id, created_at, resolve_by,
            next_action_at)
    SELECT id, $1, reference, fingerprint, $2, phone_number, network_id, bundle_id, bundle_name,
           data_mb, validity_hours, product_code, price, $3, metadata::json, batch_id, key_id, clock.at,
           clock.at + resolve_within_ms * interval '1 millisecond', clock.at
      FROM accepted, clock
  ), starts AS (
    INSERT INTO outbox (id, queue, topic, subject_id, account_id, priority, created_at)
    SELECT outbox_id, queue, 'start_purchase', id, $1, CASE WHEN batch_id IS NULL THEN 1 ELSE 2 END, clock.at
      FROM accepted, clock
  ), counted AS (
    INSERT INTO batch_tallies AS t (batch_id, network_id, pending, held, charged, refunded)
    SELECT batch_id, network_id, count(*)::int, sum(price)::bigint, 0, 0
      FROM accepted
     WHERE batch_id IS NOT NULL
     GROUP BY batch_id, network_id
    ON CONFLICT (batch_id, network_id) DO UPDATE
       SET pending = t.pending + excluded.pending, held = t.held + excluded.held
  )
  UPDATE accounts
     SET available  = available - held_now.price,
         held       = held + held_now.price,
         updated_at = clock.at
    FROM clock, (SELECT sum(price)::bigint AS price FROM accepted) held_now
   WHERE accounts.id = $1
  RETURNING clock.at`;
