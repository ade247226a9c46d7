import type { Pool } from 'pg';
import { ATTEMPTS_MAX } from '../../domain/webhook/retry-schedule.ts';

/** What waits in an outbox queue. */
export interface Backlog {
  readonly queue: string;
  readonly waiting: number;
  readonly oldestSeconds: number;
}

/** What waits in each outbox queue now. */
export async function readBacklog(db: Pool): Promise<Backlog[]> {
  const { rows } = await db.query<Backlog>({
    name: 'read-backlog',
    text: `
      SELECT queue, count(*)::int AS waiting,
             extract(epoch FROM (SELECT app_now()) - min(created_at))::float8 AS "oldestSeconds"
        FROM outbox
       GROUP BY queue`,
  });
  return rows;
}

/**
 * By how many seconds the latest of the webhook attempts 2 to 7 that wait or are under way is past its time; 0 without any.
 * Each is queued when it is due.
 */
export async function readRetryLateness(db: Pool): Promise<number> {
  const { rows } = await db.query<{ seconds: number }>({
    name: 'read-retry-lateness',
    text: `
      SELECT coalesce(extract(epoch FROM (SELECT app_now()) - min(created_at)), 0)::float8 AS seconds
        FROM outbox
       WHERE queue IN ('webhooks', 'webhooks.held', 'deliveries', 'deliveries.held') AND attempt BETWEEN 2 AND ${ATTEMPTS_MAX}`,
  });
  return rows[0]?.seconds ?? 0;
}
