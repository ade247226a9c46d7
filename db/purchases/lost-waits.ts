import type { Pool } from 'pg';
import { ATTEMPT_OFFSETS_MS, ATTEMPTS_MAX } from '../../domain/webhook/retry-schedule.ts';
import { type AttemptTables, OPERATOR_TABLES } from '../webhooks/attempt-tables.ts';

/** Longer than between any two attempts. */
const RETRIES_WITHIN = '26 hours';

/**
 * Queues the retries again of events, or of deliveries to endpoints of clients, whose next attempt is `silentMs` overdue:
 * Temporal may have lost their workflow. One that still runs is not disturbed by its start. An attempt that waits for its
 * turn at the endpoint was asked for, so nothing is lost: a dead endpoint with many of them costs Temporal nothing. Returns
 * how many.
 * @param tables where attempts are: `webhook_attempts` of the endpoint of operators, `delivery_attempts` of those of clients.
 */
export async function requeueSilentRetries(
  db: Pool,
  silentMs: number,
  { name, subjects, attempts, subjectId, topic, retryTopic }: AttemptTables = OPERATOR_TABLES,
): Promise<number> {
  const { rowCount } = await db.query({
    name: `requeue-silent-${name}-retries`,
    text: `
      WITH clock AS MATERIALIZED (
        SELECT app_now() AS at
      ), failed AS (
        SELECT a.${subjectId} AS id, max(a.attempt) AS attempt
          FROM ${attempts} a
         WHERE a.outcome = 'failed' AND a.attempt <= ${ATTEMPTS_MAX}
           AND a.started_at > (SELECT at FROM clock) - interval '${RETRIES_WITHIN}'
         GROUP BY a.${subjectId}
      )
      INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
      SELECT uuidv7(), 'temporal', '${retryTopic}', e.id, e.account_id, clock.at
        FROM failed f
        JOIN ${attempts} first ON first.${subjectId} = f.id AND first.attempt = 1
        JOIN ${subjects} e ON e.id = f.id
       CROSS JOIN clock
       WHERE e.delivered_at IS NULL AND e.delivery = 'pending'
         AND first.started_at + ($1::bigint[])[f.attempt + 1] * interval '1 millisecond'
             < clock.at - $2 * interval '1 millisecond'
         AND NOT EXISTS (SELECT FROM outbox o
                          WHERE o.subject_id = e.id AND o.topic IN ('${retryTopic}', '${topic}'))`,
    values: [[...ATTEMPT_OFFSETS_MS], silentMs],
  });
  return rowCount ?? 0;
}

/** Queues batches that run and late inquiries that are open, whose workflows may be lost; those that run are only woken. */
export async function requeueLongWaits(db: Pool): Promise<number> {
  const { rowCount } = await db.query({
    name: 'requeue-long-waits',
    text: `
      WITH waiting AS (
        SELECT 'run_batch' AS topic, id AS subject_id, account_id FROM batches WHERE status = 'running'
         UNION ALL
        SELECT 'inquire_late', p.id, p.account_id
          FROM late_inquiries l
          JOIN purchases p ON p.id = l.purchase_id
         WHERE l.ended_at IS NULL
      )
      INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
      SELECT uuidv7(), 'temporal', w.topic, w.subject_id, w.account_id, app_now()
        FROM waiting w
       WHERE NOT EXISTS (SELECT FROM outbox o WHERE o.subject_id = w.subject_id AND o.topic = w.topic)`,
  });
  return rowCount ?? 0;
}
