import type { Pool } from 'pg';
import { type AccountId, idFromUuid, type PurchaseId, uuidOf } from '../domain/ids.ts';
import type { Delivery, PurchaseStatus } from '../domain/purchase.ts';

/** Time before `resolve_by` that a send must leave besides the gateway's own time limit. */
export const SEND_MARGIN_MS = 5_000;

/** What is needed to send or inquire of a purchase. */
export interface Sendable {
  readonly accountId: AccountId;
  readonly livemode: boolean;
  readonly networkId: string;
  readonly phoneNumber: string;
  readonly productCode: string;
}

export type Fence =
  /** The row is committed: send now, once. */
  | { readonly kind: 'open'; readonly sendable: Sendable }
  /** This attempt was opened before: whether it was sent nobody knows, unless its outcome was recorded. */
  | { readonly kind: 'already_open'; readonly outcome: string | null }
  | { readonly kind: 'final'; readonly status: PurchaseStatus }
  /** Too near `resolve_by`: nothing is sent any more. */
  | { readonly kind: 'too_late' };

interface FenceRow {
  readonly account_id: string;
  readonly livemode: boolean;
  readonly network_id: string;
  readonly phone_number: string;
  readonly product_code: string;
  readonly status: PurchaseStatus;
  readonly opened: boolean;
  readonly already_open: boolean;
  readonly outcome: string | null;
}

/**
 * Opens the fence for one send: a row committed before it, only while the purchase is pending and there is time.
 * FOR SHARE makes it wait for a settlement under way, and a settlement wait for it.
 */
export async function openSubmission(db: Pool, purchaseId: PurchaseId, attempt: number): Promise<Fence> {
  const { rows } = await db.query<FenceRow>({
    name: 'open-submission',
    text: `
      WITH purchase AS (
        SELECT id, account_id, livemode, network_id, phone_number, product_code, status, resolve_by
          FROM purchases
         WHERE id = $1
           FOR SHARE
      ), opened AS (
        INSERT INTO submissions (purchase_id, attempt, sent_at)
        SELECT p.id, $2, clock.at
          FROM purchase p
          JOIN networks n ON n.id = p.network_id
         CROSS JOIN (SELECT app_now() AS at) clock
         WHERE p.status = 'pending'
           AND clock.at < p.resolve_by - (n.gateway_timeout_ms + $3::int) * interval '1 millisecond'
        ON CONFLICT DO NOTHING
        RETURNING 1
      )
      SELECT p.account_id, p.livemode, p.network_id, p.phone_number, p.product_code, p.status,
             EXISTS (SELECT FROM opened) AS opened,
             s.purchase_id IS NOT NULL   AS already_open,
             s.outcome
        FROM purchase p
        LEFT JOIN submissions s ON s.purchase_id = p.id AND s.attempt = $2`,
    values: [uuidOf('pur', purchaseId), attempt, SEND_MARGIN_MS],
  });
  const row = rows[0];
  if (row === undefined) throw new TypeError(`no purchase ${purchaseId}`);

  if (row.opened) return { kind: 'open', sendable: readSendable(row) };
  if (row.status !== 'pending') return { kind: 'final', status: row.status };
  if (row.already_open) return { kind: 'already_open', outcome: row.outcome };
  return notOpened(db, purchaseId, attempt);
}

/** A row that another submit opened while this one waited for it is not in the snapshot of the statement that waited. */
async function notOpened(db: Pool, purchaseId: PurchaseId, attempt: number): Promise<Fence> {
  const { rows } = await db.query<{ outcome: string | null }>({
    name: 'find-submission',
    text: `SELECT outcome FROM submissions WHERE purchase_id = $1 AND attempt = $2`,
    values: [uuidOf('pur', purchaseId), attempt],
  });
  return rows[0] === undefined ? { kind: 'too_late' } : { kind: 'already_open', outcome: rows[0].outcome };
}

/** What a gateway said to a send, as it is recorded. */
export interface RecordedAnswer {
  readonly outcome: string;
  readonly gatewayId: string | null;
  readonly detail: string | null;
  readonly confirmation: Delivery | null;
  /** From now until the workflow acts next, in milliseconds. */
  readonly nextActionMs: number;
}

/** Records the answer to a send, and the confirmation where it is one, in one commit. */
export async function recordAnswer(
  db: Pool,
  purchaseId: PurchaseId,
  attempt: number,
  answer: RecordedAnswer,
): Promise<void> {
  const { confirmation } = answer;
  await db.query({
    name: confirmation === null ? 'record-answer' : 'record-confirmed-answer',
    text: confirmation === null ? RECORD_OPEN : RECORD_CONFIRMED,
    values: [
      uuidOf('pur', purchaseId),
      attempt,
      answer.outcome,
      answer.gatewayId,
      answer.detail,
      ...(confirmation === null
        ? [answer.nextActionMs]
        : [confirmation.confirmedAt, confirmation.networkReference]),
    ],
  });
}

const ANSWER = `
  UPDATE submissions
     SET answered_at = (SELECT app_now()), outcome = $3, gateway_id = $4, detail = $5
   WHERE purchase_id = $1 AND attempt = $2`;

const RECORD_OPEN = `
  WITH answered AS (${ANSWER})
  UPDATE purchases
     SET next_action_at = (SELECT app_now()) + $6 * interval '1 millisecond'
   WHERE id = $1 AND status = 'pending'`;

/**
 * A settlement holds the purchase's row, so the clock that stamps a confirmation is read only once that row is locked:
 * what the settlement could not see is then stamped after the clock by which it judged.
 */
const STAMPED = 'SELECT id FROM purchases WHERE id = $1 FOR KEY SHARE';

const RECORD_CONFIRMED = `
  WITH answered AS (${ANSWER}), purchase AS (${STAMPED})
  INSERT INTO confirmations (purchase_id, stored_at, confirmed_at, network_reference, source)
  SELECT id, app_now(), $6, $7, 'submit' FROM purchase
  ON CONFLICT (purchase_id) DO NOTHING`;

/** A purchase as an inquiry needs it. */
export interface Inquirable {
  readonly accountId: AccountId;
  readonly livemode: boolean;
  readonly networkId: string;
  readonly status: PurchaseStatus;
  /** When it was last sent; null when it never was. */
  readonly lastSentAt: Date | null;
  readonly gatewayId: string | null;
}

/** Reads what an inquiry needs; null when there is no such purchase. */
export async function findInquirable(db: Pool, purchaseId: PurchaseId): Promise<Inquirable | null> {
  const { rows } = await db.query<{
    account_id: string;
    livemode: boolean;
    network_id: string;
    status: PurchaseStatus;
    last_sent_at: Date | null;
    gateway_id: string | null;
  }>({
    name: 'find-inquirable',
    text: `
      SELECT p.account_id, p.livemode, p.network_id, p.status, s.last_sent_at, s.gateway_id
        FROM purchases p
       CROSS JOIN LATERAL (
             SELECT max(sent_at) AS last_sent_at, max(gateway_id) AS gateway_id
               FROM submissions
              WHERE purchase_id = p.id) s
       WHERE p.id = $1`,
    values: [uuidOf('pur', purchaseId)],
  });
  const row = rows[0];
  if (row === undefined) return null;
  return {
    accountId: idFromUuid('acc', row.account_id),
    livemode: row.livemode,
    networkId: row.network_id,
    status: row.status,
    lastSentAt: row.last_sent_at,
    gatewayId: row.gateway_id,
  };
}

/** Stores a verified confirmation, the first one for ever. */
export async function storeConfirmation(
  db: Pool,
  purchaseId: PurchaseId,
  delivery: Delivery,
  source: 'inquiry' | 'callback',
): Promise<void> {
  await db.query({
    name: 'store-confirmation',
    text: `
      WITH purchase AS (${STAMPED})
      INSERT INTO confirmations (purchase_id, stored_at, confirmed_at, network_reference, source)
      SELECT id, app_now(), $2, $3, $4 FROM purchase
      ON CONFLICT (purchase_id) DO NOTHING`,
    values: [uuidOf('pur', purchaseId), delivery.confirmedAt, delivery.networkReference, source],
  });
}

/** Says when the workflow of a pending purchase will act next. */
export async function postponeNextAction(
  db: Pool,
  purchaseId: PurchaseId,
  nextActionMs: number,
): Promise<void> {
  await db.query({
    name: 'postpone-next-action',
    text: `
      UPDATE purchases
         SET next_action_at = (SELECT app_now()) + $2 * interval '1 millisecond'
       WHERE id = $1 AND status = 'pending'`,
    values: [uuidOf('pur', purchaseId), nextActionMs],
  });
}

function readSendable(row: FenceRow): Sendable {
  return {
    accountId: idFromUuid('acc', row.account_id),
    livemode: row.livemode,
    networkId: row.network_id,
    phoneNumber: row.phone_number,
    productCode: row.product_code,
  };
}

/** Keeps the gateway's own id of an order, which an inquiry has named: from then on it is known to exist. */
export async function storeGatewayId(db: Pool, purchaseId: PurchaseId, gatewayId: string): Promise<void> {
  await db.query({
    name: 'store-gateway-id',
    text: `UPDATE submissions SET gateway_id = $2 WHERE purchase_id = $1 AND gateway_id IS NULL`,
    values: [uuidOf('pur', purchaseId), gatewayId],
  });
}
