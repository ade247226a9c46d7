import type { Pool, PoolClient } from 'pg';
import { idFromUuid, type PurchaseId, uuidOf } from '../../domain/ids.ts';
import type { Delivery } from '../../domain/purchase/purchase.ts';
import { preventIndexUse } from '../prevent-index-use.ts';
import { SEND_MARGIN_MS } from './fence.ts';

/** The gateway's answer to a send, as it is recorded. */
export interface RecordedAnswer {
  readonly outcome: string;
  readonly gatewayId: string | null;
  readonly detail: string | null;
  readonly confirmation: Pick<Delivery, 'networkReference'> | null;
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
      ...(confirmation === null ? [answer.nextActionMs] : [confirmation.networkReference]),
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
   WHERE id = $1 AND ${preventIndexUse("status = 'pending'")}`;

/**
 * A settlement holds the purchase's row. The clock that stamps a confirmation is read only once that row is
 * locked, so a confirmation that the settlement could not see is later than the settlement's clock.
 */
const STAMPED = 'SELECT id FROM purchases WHERE id = $1 FOR KEY SHARE';

/** When the statement itself arrived: waiting for the purchase's row makes no confirmation late. */
const ARRIVED = "date_trunc('milliseconds', app_now() - (clock_timestamp() - statement_timestamp()))";

const RECORD_CONFIRMED = `
  WITH answered AS (${ANSWER}), purchase AS (${STAMPED})
  INSERT INTO confirmations (purchase_id, stored_at, received_at, confirmed_at, network_reference, source)
  SELECT id, app_now(), ${ARRIVED}, ${ARRIVED}, $6, 'submit' FROM purchase
  ON CONFLICT (purchase_id) DO NOTHING`;

/**
 * Stores a verified confirmation; the first one stays. `receivedAt` is when it reached us by the database's clock, where that
 * was recorded before; otherwise it is now. It decides against `resolve_by` and is the delivery's `confirmed_at`.
 */
export async function storeConfirmation(
  db: Pool | PoolClient,
  purchaseId: PurchaseId,
  delivery: Pick<Delivery, 'networkReference'>,
  source: 'inquiry' | 'callback' | 'operator',
  receivedAt: Date | null = null,
): Promise<void> {
  await db.query({
    name: 'store-confirmation',
    text: `
      WITH purchase AS (${STAMPED})
      INSERT INTO confirmations (purchase_id, stored_at, received_at, confirmed_at, network_reference, source)
      SELECT id, app_now(), coalesce($2::timestamptz, ${ARRIVED}), coalesce($2::timestamptz, ${ARRIVED}), $3, $4 FROM purchase
      ON CONFLICT (purchase_id) DO NOTHING`,
    values: [uuidOf('pur', purchaseId), receivedAt, delivery.networkReference, source],
  });
}

/** Those of some purchases of which a send may still be answered: its row is open and its time limit has not run out. */
export async function findSendsUnderWay(
  db: Pool | PoolClient,
  purchaseIds: readonly PurchaseId[],
): Promise<Set<PurchaseId>> {
  if (purchaseIds.length === 0) return new Set();
  const { rows } = await db.query<{ id: string }>({
    name: 'find-sends-under-way',
    text: `
      SELECT DISTINCT p.id
        FROM submissions s
        JOIN purchases p ON p.id = s.purchase_id
        JOIN networks n ON n.id = p.network_id
       WHERE s.purchase_id = ANY ($1::uuid[])
         AND s.answered_at IS NULL
         AND s.sent_at > (SELECT app_now()) - (n.gateway_timeout_ms + $2::int) * interval '1 millisecond'`,
    values: [purchaseIds.map((id) => uuidOf('pur', id)), SEND_MARGIN_MS],
  });
  return new Set(rows.map(({ id }) => idFromUuid('pur', id)));
}

/** The only clock in SQL. */
export async function readClock(db: Pool): Promise<Date> {
  const { rows } = await db.query<{ at: Date }>({ name: 'read-clock', text: 'SELECT app_now() AS at' });
  if (rows[0] === undefined) throw new TypeError('the clock did not answer');
  return rows[0].at;
}
