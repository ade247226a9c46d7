import type { Pool } from 'pg';
import { type PurchaseId, uuidOf } from '../domain/ids.ts';
import type { Delivery } from '../domain/purchase.ts';
import { SEND_MARGIN_MS } from './fence.ts';
import { withoutIndex } from './without-index.ts';

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
   WHERE id = $1 AND ${withoutIndex("status = 'pending'")}`;

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

/** Stores a verified confirmation, the first one for ever. */
export async function storeConfirmation(
  db: Pool,
  purchaseId: PurchaseId,
  delivery: Delivery,
  source: 'inquiry' | 'callback' | 'operator',
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

/** Whether a send of a purchase may still be answered: its row is open and its time limit has not run out. */
export async function isSendUnderWay(db: Pool, purchaseId: PurchaseId): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'is-send-under-way',
    text: `
      SELECT
        FROM submissions s
        JOIN purchases p ON p.id = s.purchase_id
        JOIN networks n ON n.id = p.network_id
       WHERE s.purchase_id = $1
         AND s.answered_at IS NULL
         AND s.sent_at > (SELECT app_now()) - (n.gateway_timeout_ms + $2::int) * interval '1 millisecond'`,
    values: [uuidOf('pur', purchaseId), SEND_MARGIN_MS],
  });
  return (rowCount ?? 0) > 0;
}

/** The only clock in SQL. */
export async function readClock(db: Pool): Promise<Date> {
  const { rows } = await db.query<{ at: Date }>({ name: 'read-clock', text: 'SELECT app_now() AS at' });
  if (rows[0] === undefined) throw new TypeError('the clock did not answer');
  return rows[0].at;
}
