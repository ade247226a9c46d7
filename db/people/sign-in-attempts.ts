import type { Pool } from 'pg';

/** Who tries to sign in as whom. */
export interface Attempt {
  /** An IPv4 address, or the /64 of an IPv6 address. */
  readonly source: string;
  /** SHA-256 of the e-mail address in lower case. */
  readonly emailHash: Buffer;
}

/** Failures in a row without waiting; after these, each one doubles the wait. */
const FREE_FAILURES = 5;
const WAIT_SECONDS_MAX = 900;
/** 2^10 seconds is above the longest wait. */
const DOUBLINGS_MAX = 10;
const WAIT_MS_MIN = 1_000;
const FORGOTTEN_AFTER = '1 day';

/**
 * Counts an attempt as failed before its password is checked, so that guesses sent together count too. Success takes it back
 * with `forgiveAttempts`.
 * @returns 0 if it may continue, or the milliseconds to wait.
 */
export async function countAttempt(db: Pool, { source, emailHash }: Attempt): Promise<number> {
  const { rows } = await db.query<{ counted: boolean; wait: number | null }>({
    text: `
      WITH counted AS (
        INSERT INTO sign_in_attempts AS s (source, email_hash, failures, blocked_until, last_at)
        VALUES ($1, $2, 1, (SELECT app_now()), (SELECT app_now()))
        ON CONFLICT (source, email_hash) DO UPDATE
          SET failures = CASE WHEN s.last_at < excluded.last_at - $3::interval THEN 1 ELSE s.failures + 1 END,
              blocked_until = excluded.last_at + CASE
                WHEN s.last_at < excluded.last_at - $3::interval OR s.failures + 1 < $4::int THEN 0
                ELSE least($5::float8, 2 ^ least(s.failures + 1 - $4::int, $6::int)) END * interval '1 second',
              last_at = excluded.last_at
          WHERE s.blocked_until <= excluded.last_at
        RETURNING 1)
      SELECT EXISTS (SELECT FROM counted) AS counted,
        (SELECT ceil(extract(epoch FROM s.blocked_until - (SELECT app_now())) * 1000)::int
           FROM sign_in_attempts s
          WHERE s.source = $1 AND s.email_hash = $2) AS wait`,
    values: [source, emailHash, FORGOTTEN_AFTER, FREE_FAILURES, WAIT_SECONDS_MAX, DOUBLINGS_MAX],
  });
  // What was read is older than what another attempt may have just written, so it only says how long, not whether.
  return rows[0]?.counted === true ? 0 : Math.max(WAIT_MS_MIN, rows[0]?.wait ?? 0);
}

/** Forgets the failures of this address with this e-mail address, after a success, and some old ones of others. */
export async function forgiveAttempts(db: Pool, { source, emailHash }: Attempt): Promise<void> {
  await db.query({
    text: `
      DELETE FROM sign_in_attempts s
       USING (SELECT source, email_hash FROM sign_in_attempts WHERE last_at < (SELECT app_now()) - $1::interval
               ORDER BY last_at LIMIT 1000 FOR UPDATE SKIP LOCKED) AS old
       WHERE (s.source, s.email_hash) = (old.source, old.email_hash)`,
    values: [FORGOTTEN_AFTER],
  });
  await db.query({
    text: 'DELETE FROM sign_in_attempts WHERE source = $1 AND email_hash = $2',
    values: [source, emailHash],
  });
}
