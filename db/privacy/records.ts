import type { Pool } from 'pg';
import { type PurchaseId, uuidOf } from '../../domain/ids.ts';
import type { Erasure } from '../../domain/privacy/erasure.ts';
import { lockAccount } from '../accounts/lock.ts';
import { inTransaction } from '../transaction.ts';
import { countErased } from './purchases.ts';

/** Rewrites the events about these purchases. `rewrite` returns the text itself where nothing is to be replaced. */
export async function rewriteEvents(
  pool: Pool,
  { id, accountId }: Erasure,
  purchaseIds: readonly PurchaseId[],
  rewrite: (body: string) => string,
): Promise<void> {
  const account = uuidOf('acc', accountId);
  await inTransaction(pool, async (tx) => {
    await lockAccount(tx, accountId);
    const { rows } = await tx.query<{ id: string; body: string }>({
      text: `
        SELECT id, body
          FROM events
         WHERE account_id = $1 AND subject_id = ANY ($2::uuid[])
         ORDER BY id
           FOR NO KEY UPDATE`,
      values: [account, purchaseIds.map((each) => uuidOf('pur', each))],
    });
    const changed = rows
      .map((row) => ({ id: row.id, before: row.body, body: rewrite(row.body) }))
      .filter(({ before, body }) => body !== before);
    if (changed.length === 0) return;
    await tx.query({
      text: `
        UPDATE events e
           SET body = c.body
          FROM unnest($2::uuid[], $3::text[]) AS c (id, body)
         WHERE e.id = c.id AND e.account_id = $1`,
      values: [account, changed.map((each) => each.id), changed.map(({ body }) => body)],
    });
    await countErased(tx, { accountId, id }, 'events', changed.length);
  });
}

/** How long an attempt may take, with a wide margin: one that is older has ended with its process. */
const ATTEMPT_MS = 120_000;

/**
 * Deletes what receivers answered to the events about these purchases, because an answer may repeat the number. Returns how many
 * attempts are still under way, or are being written.
 */
export async function forgetAnswers(
  db: Pool,
  { accountId }: Erasure,
  purchaseIds: readonly PurchaseId[],
): Promise<number> {
  const values = [uuidOf('acc', accountId), purchaseIds.map((id) => uuidOf('pur', id))];
  await db.query({ text: forgetIn('webhook_attempts a', EVENTS, 'event_id'), values });
  await db.query({ text: forgetIn('delivery_attempts a', DELIVERIES, 'delivery_id'), values });
  const { rows } = await db.query<{ left: number }>({
    text: `
      SELECT (SELECT count(*) FROM webhook_attempts a WHERE a.event_id IN (${EVENTS}) AND ${UNDER_WAY})
           + (SELECT count(*) FROM delivery_attempts a WHERE a.delivery_id IN (${DELIVERIES}) AND ${UNDER_WAY}) AS left`,
    values: [...values, ATTEMPT_MS],
  });
  return rows[0]?.left ?? 0;
}

const EVENTS = 'SELECT e.id FROM events e WHERE e.account_id = $1 AND e.subject_id = ANY ($2::uuid[])';
const DELIVERIES = `SELECT d.id FROM deliveries d WHERE d.account_id = $1 AND d.event_id IN (${EVENTS})`;
const UNDER_WAY = `
  (a.answer IS NOT NULL
   OR a.finished_at IS NULL AND a.started_at > (SELECT app_now()) - $3 * interval '1 millisecond')`;

/** Rows that a process is writing are left to the next pass, so that no one waits. */
function forgetIn(table: 'webhook_attempts a' | 'delivery_attempts a', ids: string, column: string): string {
  return `
    WITH found AS (
      SELECT a.${column}, a.attempt
        FROM ${table}
       WHERE a.${column} IN (${ids}) AND a.answer IS NOT NULL
       ORDER BY a.${column}, a.attempt
         FOR UPDATE SKIP LOCKED)
    UPDATE ${table} SET answer = NULL FROM found f WHERE a.${column} = f.${column} AND a.attempt = f.attempt`;
}

/** Empties the callbacks that were handled for these purchases. Their hashes stay, so a repeated one is still recognised. */
export async function forgetCallbacks(db: Pool, purchaseIds: readonly PurchaseId[]): Promise<void> {
  await db.query({
    text: `
      UPDATE gateway_callbacks
         SET body = '', headers = '{}'
       WHERE id IN (SELECT id
                      FROM gateway_callbacks
                     WHERE purchase_id = ANY ($1::uuid[]) AND handled_at IS NOT NULL AND body <> ''
                     ORDER BY id
                       FOR UPDATE)`,
    values: [purchaseIds.map((id) => uuidOf('pur', id))],
  });
}
