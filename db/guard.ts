import type { Pool } from 'pg';
import { newUuid } from '../domain/crypto/new-id.ts';
import { type AccountId, idFromUuid, type PurchaseId } from '../domain/ids.ts';

/** Pending purchases whose `resolve_by` has come, oldest first. */
export async function findOverdue(
  db: Pool,
  limit: number,
): Promise<{ readonly accountId: AccountId; readonly purchaseId: PurchaseId }[]> {
  const { rows } = await db.query<{ id: string; account_id: string }>({
    name: 'find-overdue',
    text: `
      SELECT id, account_id
        FROM purchases
       WHERE status = 'pending' AND resolve_by <= (SELECT app_now())
       ORDER BY resolve_by
       LIMIT $1`,
    values: [limit],
  });
  return rows.map((row) => ({
    accountId: idFromUuid('acc', row.account_id),
    purchaseId: idFromUuid('pur', row.id),
  }));
}

/**
 * Queues the start again of pending purchases whose workflow is `silentMs` past its next action: whatever became of the
 * workflow, nothing is stranded. They go before all others, since they may have been sent. Answers how many.
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
         CROSS JOIN clock
         WHERE p.status = 'pending'
           AND p.dispatched_at IS NOT NULL
           AND p.next_action_at < clock.at - $1 * interval '1 millisecond'
           AND NOT EXISTS (SELECT FROM outbox o WHERE o.subject_id = p.id AND o.topic = 'start_purchase')
         ORDER BY p.resolve_by
         LIMIT cardinality($2::uuid[])
           FOR UPDATE OF p SKIP LOCKED
      ), postponed AS (
        UPDATE purchases p SET next_action_at = clock.at FROM silent s, clock WHERE p.id = s.id
      )
      INSERT INTO outbox (id, queue, topic, subject_id, account_id, priority, created_at)
      SELECT ($2::uuid[])[row_number() OVER (ORDER BY s.id)], s.queue, 'start_purchase', s.id, s.account_id, 0, clock.at
        FROM silent s, clock`,
    values: [silentMs, ids],
  });
  return rowCount ?? 0;
}
