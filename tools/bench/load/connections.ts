import type { Pool } from 'pg';

/**
 * Opens all connections of a pool. Idle ones are closed after some seconds, as between two rounds, and opening them again is no part
 * of what is measured.
 */
export async function openConnections(pool: Pool): Promise<void> {
  await Promise.all(Array.from({ length: pool.options.max }, () => pool.query('SELECT 1')));
}
