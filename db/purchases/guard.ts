import type { Pool } from 'pg';
import { newUuid } from '../../domain/crypto/new-id.ts';
import { type AccountId, type BatchId, idFromUuid, type PurchaseId, uuidOf } from '../../domain/ids.ts';
import type { Reader } from '../account-reads.ts';
import { SEND_MARGIN_MS } from './fence.ts';

/** A purchase that is pending although its time has come. */
export interface Overdue {
  readonly accountId: AccountId;
  readonly purchaseId: PurchaseId;
}

/** What the guard leaves out: accounts that it is busy with, and what it tries again later. */
export interface LeftOut {
  readonly accountIds: readonly AccountId[];
  readonly purchaseIds: readonly PurchaseId[];
}

/** Pending purchases whose `resolve_by` comes within `aheadMs` or has passed, oldest first. */
export async function findOverdue(
  db: Pool,
  aheadMs: number,
  limit: number,
  leftOut: LeftOut = { accountIds: [], purchaseIds: [] },
): Promise<Overdue[]> {
  const { rows } = await db.query<{ id: string; account_id: string }>({
    name: 'find-overdue',
    text: `
      SELECT id, account_id
        FROM purchases
       WHERE status = 'pending' AND resolve_by <= (SELECT app_now()) + $2 * interval '1 millisecond'
         AND account_id <> ALL ($3::uuid[]) AND id <> ALL ($4::uuid[])
       ORDER BY resolve_by
       LIMIT $1`,
    values: [
      limit,
      aheadMs,
      leftOut.accountIds.map((id) => uuidOf('acc', id)),
      leftOut.purchaseIds.map((id) => uuidOf('pur', id)),
    ],
  });
  return rows.map((row) => ({
    accountId: idFromUuid('acc', row.account_id),
    purchaseId: idFromUuid('pur', row.id),
  }));
}

/** As `findOverdue`, of one account. */
export async function findOverdueOf(
  db: Reader,
  accountId: AccountId,
  aheadMs: number,
  limit: number,
): Promise<PurchaseId[]> {
  const { text, values } = overdueOfQuery(accountId, aheadMs, limit);
  const { rows } = await db.query<{ id: string }>({ name: 'find-overdue-of', text, values });
  return rows.map(({ id }) => idFromUuid('pur', id));
}

/** The statement behind `findOverdueOf`. */
export function overdueOfQuery(accountId: AccountId, aheadMs: number, limit: number) {
  return {
    text: `
      SELECT id
        FROM purchases
       WHERE account_id = $1 AND status = 'pending'
         AND resolve_by <= (SELECT app_now()) + $2 * interval '1 millisecond'
       ORDER BY resolve_by
       LIMIT $3`,
    values: [uuidOf('acc', accountId), aheadMs, limit],
  };
}

/** Purchases, or whole batches of them, that an answer shows. */
export interface Shown {
  readonly purchaseIds?: readonly PurchaseId[];
  readonly batchIds?: readonly BatchId[];
}

/** Whether any of these purchases of an account is pending although its `resolve_by` comes within `aheadMs` or has passed. */
export async function isAnyOverdue(
  db: Reader,
  accountId: AccountId,
  aheadMs: number,
  { purchaseIds = [], batchIds = [] }: Shown,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'is-any-overdue',
    text: `
      SELECT
        FROM purchases
       WHERE account_id = $1 AND status = 'pending'
         AND resolve_by <= (SELECT app_now()) + $2 * interval '1 millisecond'
         AND (id = ANY ($3::uuid[]) OR batch_id = ANY ($4::uuid[]))
       LIMIT 1`,
    values: [
      uuidOf('acc', accountId),
      aheadMs,
      purchaseIds.map((id) => uuidOf('pur', id)),
      batchIds.map((id) => uuidOf('bat', id)),
    ],
  });
  return rowCount === 1;
}

/**
 * Queues the start again of pending purchases whose workflow is `silentMs` past its next action, so that a lost
 * workflow strands nothing. They go before all others, since they may have been sent. A send that the gateway may
 * still answer belongs to a live workflow, even with a long time limit. Returns how many.
 */
export async function requeueSilent(db: Pool, silentMs: number, limit: number): Promise<number> {
  const ids = Array.from({ length: limit }, () => newUuid());
  const { rowCount } = await db.query({
    name: 'requeue-silent',
    text: `
      WITH clock AS MATERIALIZED (
        SELECT app_now() AS at
      ), silent AS (
        SELECT p.id, p.account_id, q.queue
          FROM purchases p
          JOIN network_queues q ON q.network_id = p.network_id AND q.livemode = p.livemode
          JOIN networks n ON n.id = p.network_id
         CROSS JOIN clock
         WHERE p.status = 'pending'
           AND p.dispatched_at IS NOT NULL
           AND p.next_action_at < clock.at - $1 * interval '1 millisecond'
           AND NOT EXISTS (SELECT FROM outbox o WHERE o.subject_id = p.id AND o.topic = 'start_purchase')
           AND NOT EXISTS (
               SELECT
                 FROM submissions s
                WHERE s.purchase_id = p.id AND s.answered_at IS NULL
                  AND s.sent_at > clock.at - (n.gateway_timeout_ms + $3::int) * interval '1 millisecond')
         ORDER BY p.resolve_by
         LIMIT cardinality($2::uuid[])
           FOR UPDATE OF p SKIP LOCKED
      ), postponed AS (
        UPDATE purchases p SET next_action_at = clock.at FROM silent s, clock WHERE p.id = s.id
      )
      INSERT INTO outbox (id, queue, topic, subject_id, account_id, priority, created_at)
      SELECT ($2::uuid[])[row_number() OVER (ORDER BY s.id)], s.queue, 'start_purchase', s.id, s.account_id, 0, clock.at
        FROM silent s, clock`,
    values: [silentMs, ids, SEND_MARGIN_MS],
  });
  return rowCount ?? 0;
}
