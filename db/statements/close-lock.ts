import type { Pool } from 'pg';

/** The key of an advisory lock. */
const CLOSING = 5002;

/**
 * Runs `work` while no other process does; returns false if one does. This only saves work: closing is also safe in
 * several processes at the same time. A connection that breaks returns the lock.
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
