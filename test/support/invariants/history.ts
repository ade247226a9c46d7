import { newId, newUuid } from '../../../domain/crypto/new-id.ts';
import { type AccountId, type BatchId, type PurchaseId, uuidOf } from '../../../domain/ids.ts';
import type { FailureCode } from '../../../domain/purchase/failure-codes.ts';
import type { PurchaseStatus } from '../../../domain/purchase/purchase.ts';
import { bookLine, type Db } from './booking.ts';

// Histories are written by separate SQL, so that an error in the lanes cannot hide from these tests.

/** The network of every purchase here. */
export const NETWORK = 'net_mtn_ng';

/** Sets the database clock. */
export async function setClock(db: Db, at: Date): Promise<void> {
  await db.query({
    text: `UPDATE app_clock SET offset_ms = round(extract(epoch FROM $1::timestamptz - clock_timestamp()) * 1000)`,
    values: [at],
  });
}

/** Opens an account without money. */
export async function openAccount(db: Db, at: Date): Promise<AccountId> {
  const id = newId('acc', at.getTime());
  await db.query({
    text: `
      INSERT INTO accounts (id, name, livemode, currency, created_at, updated_at)
      VALUES ($1, 'a test account', true, 'NGN', $2, $2)`,
    values: [uuidOf('acc', id), at],
  });
  return id;
}

/** Adds money; a negative amount is an adjustment. */
export async function fund(db: Db, account: AccountId, amount: number, at: Date): Promise<void> {
  const type = amount > 0 ? 'funding' : 'adjustment';
  await bookLine(
    db,
    uuidOf('acc', account),
    { type, amount, available: amount, held: 0, purchase: null },
    at,
  );
}

export interface Wish {
  readonly price: number;
  readonly at: Date;
  /** Whether its start is still in the outbox. */
  readonly queued?: boolean;
}

/** Makes a charged purchase the only row of a completed campaign. */
export async function runBatchOf(
  db: Db,
  account: AccountId,
  purchase: PurchaseId,
  price: number,
  at: Date,
): Promise<BatchId> {
  const id = newId('bat', at.getTime());
  const uuid = uuidOf('bat', id);
  await db.query({
    text: `
      INSERT INTO batches (id, account_id, reference, status, start_mode, on_invalid, on_insufficient_balance, currency,
                           content_hash, row_count, cost, approved_cost, created_at, received_at, validated_at, completed_at)
      VALUES ($1, $2, 'campaign', 'completed', 'manual', 'skip', 'pause', 'NGN', sha256('file'), 1, $3, $3, $4, $4, $4, $4)`,
    values: [uuid, uuidOf('acc', account), price, at],
  });
  await db.query({
    text: `UPDATE purchases SET batch_id = $2 WHERE id = $1`,
    values: [uuidOf('pur', purchase), uuid],
  });
  await db.query({
    text: `
      INSERT INTO batch_tallies (batch_id, network_id, successful, held, charged, refunded) VALUES ($1, $2, 1, 0, $3, 0)`,
    values: [uuid, NETWORK, price],
  });
  return id;
}

/** A cancelled campaign of one row that was never bought, on line 2, and a retry of it that was cancelled too. */
export async function cancelWithRetry(
  db: Db,
  account: AccountId,
  at: Date,
): Promise<readonly [origin: BatchId, retry: BatchId]> {
  const [origin, retry] = [newId('bat', at.getTime()), newId('bat', at.getTime())];
  for (const [id, of] of [
    [origin, null],
    [retry, uuidOf('bat', origin)],
  ] as const) {
    const reference = of === null ? 'left' : 'left.retry-1';
    await db.query({
      text: `
        INSERT INTO batches (id, account_id, reference, status, start_mode, on_invalid, on_insufficient_balance, currency,
                             content_hash, row_count, cost, created_at, received_at, validated_at, completed_at,
                             retry_of, retry_root, retry_reasons)
        VALUES ($1, $2, $3, 'canceled', 'manual', 'skip', 'pause', 'NGN', sha256('file'), 1, 100, $4, $4, $4, $4,
                $5, $5, CASE WHEN $5::uuid IS NOT NULL THEN '{canceled}'::text[] END)`,
      values: [uuidOf('bat', id), uuidOf('acc', account), reference, at, of],
    });
    await db.query({
      text: `
        INSERT INTO batch_rows (batch_id, line, state, cells, reference, network_id, price)
        VALUES ($1, 2, 'waiting', '[]', $2, $3, 100)`,
      values: [uuidOf('bat', id), `${reference}.2`, NETWORK],
    });
  }
  return [origin, retry];
}

/** Holds the price of a new purchase. */
export async function buy(
  db: Db,
  account: AccountId,
  { price, at, queued = false }: Wish,
): Promise<PurchaseId> {
  const id = newId('pur', at.getTime());
  const [uuid, accountUuid] = [uuidOf('pur', id), uuidOf('acc', account)];
  await db.query({
    text: `
      INSERT INTO purchases
             (id, account_id, reference, fingerprint, livemode, phone_number, network_id, bundle_id, bundle_name, data_mb,
              validity_hours, product_code, price, currency, metadata, created_at, resolve_by, next_action_at)
      VALUES ($1, $2, $3, '\\x00', true, '+2348031234567', $4, 'bnd_1gb', '1 GB', 1024,
              24, 'P1', $5, 'NGN', '{}', $6::timestamptz, $6::timestamptz + interval '15 minutes', $6)`,
    values: [uuid, accountUuid, `order-${id.slice(-12)}`, NETWORK, price, at],
  });
  await db.query({
    text: `UPDATE accounts SET available = available - $2, held = held + $2 WHERE id = $1`,
    values: [accountUuid, price],
  });
  if (queued) await queueStart(db, id, account, at);
  return id;
}

async function queueStart(db: Db, purchase: PurchaseId, account: AccountId, at: Date): Promise<void> {
  await db.query({
    text: `
      INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
      VALUES ($1, 'network.mtn_ng', 'start_purchase', $2, $3, $4)`,
    values: [newUuid(), uuidOf('pur', purchase), uuidOf('acc', account), at],
  });
}

/** The network confirms: charges the purchase and adds its event. */
export async function succeed(db: Db, purchase: PurchaseId, at: Date): Promise<void> {
  const { account, price } = await settle(db, purchase, 'successful', null, at);
  await bookLine(db, account, { type: 'purchase', amount: -price, available: 0, held: -price, purchase }, at);
  await addEvent(db, account, purchase, 'purchase.successful', at);
}

/** The purchase ends without a delivery: releases the hold and adds its event. */
export async function fail(
  db: Db,
  purchase: PurchaseId,
  at: Date,
  code: FailureCode = 'number_not_eligible',
): Promise<void> {
  const { account, price } = await settle(db, purchase, 'failed', code, at);
  await db.query({
    text: `UPDATE accounts SET available = available + $2, held = held - $2 WHERE id = $1`,
    values: [account, price],
  });
  await addEvent(db, account, purchase, 'purchase.failed', at);
}

/** The network reverses the delivery: refunds the purchase and adds its event. */
export async function reverse(db: Db, purchase: PurchaseId, at: Date): Promise<void> {
  const { account, price } = await settle(db, purchase, 'reversed', null, at);
  await bookLine(db, account, { type: 'reversal', amount: price, available: price, held: 0, purchase }, at);
  await addEvent(db, account, purchase, 'purchase.reversed', at);
}

/** Lists a delivery confirmed after its purchase had failed. */
export async function listLate(db: Db, purchase: PurchaseId, at: Date): Promise<void> {
  await db.query({
    text: `INSERT INTO late_confirmations (purchase_id, confirmed_at, recorded_at) VALUES ($1, $2, $2)`,
    values: [uuidOf('pur', purchase), at],
  });
}

/** Opens the inquiry after a timeout. */
export async function inquireLate(db: Db, purchase: PurchaseId, at: Date): Promise<void> {
  await db.query({
    text: `
      INSERT INTO late_inquiries (purchase_id, opened_at, until)
      VALUES ($1, $2::timestamptz, $2::timestamptz + interval '72 hours')`,
    values: [uuidOf('pur', purchase), at],
  });
}

async function settle(
  db: Db,
  purchase: PurchaseId,
  status: PurchaseStatus,
  failureCode: FailureCode | null,
  at: Date,
): Promise<{ account: string; price: number }> {
  const { rows } = await db.query<{ account: string; price: number }>({
    text: `
      UPDATE purchases
         SET status          = $2,
             completed_at    = coalesce(completed_at, $3),
             confirmed_at    = CASE WHEN $2 <> 'failed' THEN coalesce(confirmed_at, $3) END,
             failure_code    = $4,
             reversed_at     = CASE WHEN $2 = 'reversed' THEN $3::timestamptz END,
             reversal_reason = CASE WHEN $2 = 'reversed' THEN 'reversed by the network' END
       WHERE id = $1
      RETURNING account_id AS account, price`,
    values: [uuidOf('pur', purchase), status, at, failureCode],
  });
  if (rows[0] === undefined) throw new TypeError(`no purchase ${purchase}`);
  await db.query({
    text: `DELETE FROM outbox WHERE subject_id = $1 AND topic = 'start_purchase'`,
    values: [uuidOf('pur', purchase)],
  });
  return rows[0];
}

async function addEvent(
  db: Db,
  account: string,
  purchase: PurchaseId,
  type: string,
  at: Date,
): Promise<void> {
  await db.query({
    text: `INSERT INTO events (id, account_id, type, subject_id, created_at, body) VALUES ($1, $2, $3, $4, $5, '{}')`,
    values: [newUuid(at.getTime()), account, type, uuidOf('pur', purchase), at],
  });
}
