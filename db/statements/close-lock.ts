import type { Pool } from 'pg';

/** A number of our own among the database's advisory locks. */
const CLOSING = 5002;

/**
 * Runs `work` while no other process does; answers false where one does. Only saves work: closing is safe at once from
 * several processes, too. A connection that breaks gives the lock back.
 */
export async function whileClosingAlone(db: Pool, work: () => Promise<void>): Promise<boolean> {
  const holder = await db.connect();
  let fault: Error | undefined;
  try {
    const { rows } = await holder.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [
      CLOSING,
    ]);
    if (rows[0]?.mine !== true) return false;
    try {
      await work();
      return true;
    } finally {
      await holder.query('SELECT pg_advisory_unlock($1)', [CLOSING]);
    }
  } catch (error) {
    fault = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // A connection that may still hold the lock is closed.
    holder.release(fault);
  }
}
