import type { Pool } from 'pg';
import { ATTEMPT_OFFSETS_MS, ATTEMPTS_MAX } from '../../domain/webhook/retry-schedule.ts';

/** Longer than between any two attempts. */
const RETRIES_WITHIN = '26 hours';

/** Queues the retries again of deliveries whose next attempt is `silentMs` overdue, as `requeueSilentRetries` does for events. */
export async function requeueSilentDeliveries(db: Pool, silentMs: number): Promise<number> {
  const { rowCount } = await db.query({
    name: 'requeue-silent-deliveries',
    text: `
      WITH clock AS MATERIALIZED (
        SELECT app_now() AS at
      ), failed AS (
        SELECT a.delivery_id, max(a.attempt) AS attempt
          FROM delivery_attempts a
         WHERE a.outcome = 'failed' AND a.attempt <= ${ATTEMPTS_MAX}
           AND a.started_at > (SELECT at FROM clock) - interval '${RETRIES_WITHIN}'
         GROUP BY a.delivery_id
      )
      INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
      SELECT uuidv7(), 'temporal', 'retry_delivery', d.id, d.account_id, clock.at
        FROM failed f
        JOIN delivery_attempts first ON first.delivery_id = f.delivery_id AND first.attempt = 1
        JOIN deliveries d ON d.id = f.delivery_id
       CROSS JOIN clock
       WHERE d.delivered_at IS NULL AND d.delivery = 'pending'
         AND first.started_at + ($1::bigint[])[f.attempt + 1] * interval '1 millisecond'
             < clock.at - $2 * interval '1 millisecond'
         AND NOT EXISTS (SELECT FROM outbox o
                          WHERE o.subject_id = d.id AND o.topic IN ('retry_delivery', 'deliver_to_endpoint'))`,
    values: [[...ATTEMPT_OFFSETS_MS], silentMs],
  });
  return rowCount ?? 0;
}
