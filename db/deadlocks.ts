import type { Pool } from 'pg';

/**
 * How many deadlocks PostgreSQL has broken in this database since its statistics began, in all processes. A
 * connection adds those it met once it is idle for some seconds, or ends.
 */
export async function countDeadlocks(db: Pool): Promise<number> {
  const { rows } = await db.query<{ deadlocks: number }>({
    name: 'count-deadlocks',
    text: 'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  });
  return rows[0]?.deadlocks ?? 0;
}
