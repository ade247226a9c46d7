import { type AccountId, uuidOf } from '../../../domain/ids.ts';
import { addManyLines, loadingPool } from './many-lines.ts';

/**
 * Adds purchases of an account that were delivered immediately, with every row that such a purchase leaves: its line, its
 * submission, its confirmation, its event and the webhook's attempt. The account has one such purchase already: the body of
 * its event is copied.
 */
export async function addDelivered(databaseUrl: string, accountId: AccountId, count: number): Promise<void> {
  const pool = loadingPool(databaseUrl, 1);
  try {
    await addManyLines(pool, accountId, count);
    for (const text of LEFT_BEHIND) await pool.query({ text, values: [uuidOf('acc', accountId)] });
    await pool.query('VACUUM (ANALYZE) submissions, confirmations, events, webhook_attempts, purchases');
    await pool.query('CHECKPOINT');
  } finally {
    await pool.end();
  }
}

/** Of the purchases that `addManyLines` has written. */
const THESE = `FROM purchases WHERE account_id = $1 AND reference LIKE 'line-%'`;

const LEFT_BEHIND = [
  `INSERT INTO submissions (purchase_id, attempt, sent_at, answered_at, outcome, gateway_id)
   SELECT id, 1, created_at, created_at, 'confirmed', id::text ${THESE}`,
  `INSERT INTO confirmations (purchase_id, received_at, stored_at, confirmed_at, network_reference, source)
   SELECT id, created_at, created_at, created_at, id::text, 'submit' ${THESE}`,
  `INSERT INTO events (id, account_id, type, subject_id, created_at, body, delivered_at, delivery)
   SELECT uuidv7(), account_id, 'purchase.successful', id, created_at,
          (SELECT body FROM events WHERE account_id = $1 AND type = 'purchase.successful' LIMIT 1), created_at, 'delivered'
     ${THESE}`,
  `INSERT INTO webhook_attempts (event_id, attempt, started_at, finished_at, outcome, http_status, url, duration_ms)
   SELECT e.id, 1, e.created_at, e.created_at, 'delivered', 204, 'http://127.0.0.1/', 1
     FROM events e JOIN purchases p ON p.id = e.subject_id
    WHERE p.account_id = $1 AND p.reference LIKE 'line-%'`,
];
