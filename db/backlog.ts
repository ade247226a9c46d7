import type { Pool } from 'pg';

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
