import type { Pool } from 'pg';

const ANSWER_MS = 2_000;

/** Why PostgreSQL cannot be worked with now, in a few words; null when it answers and takes writes. */
export async function pingDatabase(db: Pool): Promise<string | null> {
  const late = new Promise<string>((resolve) => {
    setTimeout(() => resolve(`no answer within ${ANSWER_MS / 1_000} s`), ANSWER_MS).unref();
  });
  return Promise.race([ask(db), late]);
}

async function ask(db: Pool): Promise<string | null> {
  try {
    const { rows } = await db.query<{ writable: boolean }>(
      `SELECT current_setting('transaction_read_only') = 'off' AS writable`,
    );
    return rows[0]?.writable === true ? null : 'takes no writes';
  } catch {
    // Its text may name hosts and users, and any process inside the network may read the answer.
    return 'does not answer';
  }
}
