import type { Pool } from 'pg';
import type {
  DELIVERY_QUEUE,
  HELD_DELIVERY_QUEUE,
  PROBE_QUEUE,
  WEBHOOK_QUEUE,
} from '../../domain/network/queues.ts';
import { ATTEMPTS_MAX } from '../../domain/webhook/retry-schedule.ts';

export type WebhookQueue =
  | typeof WEBHOOK_QUEUE
  | typeof PROBE_QUEUE
  | typeof DELIVERY_QUEUE
  | typeof HELD_DELIVERY_QUEUE;

/** Rows that one call moves at most; the next call moves the rest. */
const MOVED_PAGE = 2_000;

/**
 * Among failing endpoints the attempts that the schedule gives a time go first, oldest first; then what has none: first
 * attempts and resends. So no more first attempts begin than there is room for their retries.
 */
const PRIORITY = `CASE WHEN $2 IN ('webhooks.held', 'deliveries.held') AND attempt BETWEEN 2 AND ${ATTEMPTS_MAX} THEN 0 ELSE 1 END`;

/** Moves claimed attempts to a queue, where they wait to be claimed again. */
export async function moveAttempts(db: Pool, ids: readonly string[], to: WebhookQueue): Promise<void> {
  if (ids.length === 0) return;
  await db.query({
    name: 'move-attempts',
    text: `
      UPDATE outbox
         SET queue = $2, priority = ${PRIORITY}, claimed_until = '-infinity'
       WHERE id = ANY ($1::uuid[])`,
    values: [ids, to],
  });
}

/** Moves attempts of endpoints, by the UUID that their rows take turns by, that wait in one queue to the other. */
export async function moveWaitingAttempts(
  db: Pool,
  turns: readonly string[],
  from: WebhookQueue,
  to: WebhookQueue,
): Promise<void> {
  await db.query({
    name: 'move-waiting-attempts',
    text: `
      UPDATE outbox
         SET queue = $2, priority = ${PRIORITY}
       WHERE id = ANY (ARRAY (
             SELECT id
               FROM outbox
              WHERE queue = $3 AND priority IN (0, 1) AND account_id = ANY ($1::uuid[])
                AND claimed_until = '-infinity'
              LIMIT ${MOVED_PAGE}
                FOR UPDATE SKIP LOCKED))`,
    values: [turns, to, from],
  });
}
