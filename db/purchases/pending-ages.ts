import type { Pool } from 'pg';

/** The state of purchases that are not final. */
export interface PendingState {
  readonly pending: number;
  /** Age of the oldest; 0 without one. */
  readonly oldestSeconds: number;
  /** Pending though `resolve_by` has passed: a broken promise. */
  readonly overdue: number;
  /** By how much the worst of them is overdue. */
  readonly overdueSeconds: number;
}

/** The state of purchases that are not final, of all accounts. */
export async function readPendingState(db: Pool): Promise<PendingState> {
  const { rows } = await db.query<PendingState>({
    name: 'read-pending-state',
    text: `
      SELECT count(*)::int AS pending,
             coalesce(extract(epoch FROM max(clock.at - created_at)), 0)::float8 AS "oldestSeconds",
             count(*) FILTER (WHERE resolve_by < clock.at)::int AS overdue,
             greatest(coalesce(extract(epoch FROM max(clock.at - resolve_by)), 0), 0)::float8 AS "overdueSeconds"
        FROM purchases, (SELECT app_now() AS at) clock
       WHERE status = 'pending'`,
  });
  return rows[0] ?? { pending: 0, oldestSeconds: 0, overdue: 0, overdueSeconds: 0 };
}
