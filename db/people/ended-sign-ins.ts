import type { Pool } from 'pg';

/** A day more than they work, so that a clock that is off deletes nothing that is still used. */
const SINCE = `(SELECT app_now()) - interval '1 day'`;

/** Whom a client invited and who did not join is forgotten after this time. What was done is in the audit log. */
const INVITATION_KEPT_DAYS = 90;
/** Mails have the address and the browser of a person. */
const PERSON_MAIL_DAYS = 30;

/** Each deletes up to $1 rows. A row that a request has locked is left to the next pass. */
const STATEMENTS = [
  `DELETE FROM auth_sessions
    WHERE id IN (SELECT id FROM auth_sessions WHERE expires_at < ${SINCE} LIMIT $1 FOR UPDATE SKIP LOCKED)`,
  `DELETE FROM auth_verifications
    WHERE id IN (SELECT id FROM auth_verifications WHERE expires_at < ${SINCE} LIMIT $1 FOR UPDATE SKIP LOCKED)`,
  `DELETE FROM sign_in_attempts
    WHERE (source, email_hash) IN (SELECT source, email_hash
                                     FROM sign_in_attempts
                                    WHERE last_at < ${SINCE}
                                    LIMIT $1
                                      FOR UPDATE SKIP LOCKED)`,
  `DELETE FROM passkey_challenges
    WHERE challenge IN (SELECT challenge FROM passkey_challenges WHERE expires_at < ${SINCE} LIMIT $1 FOR UPDATE SKIP LOCKED)`,
  `DELETE FROM sso_sign_ins
    WHERE state_hash IN (SELECT state_hash FROM sso_sign_ins WHERE expires_at < ${SINCE} LIMIT $1 FOR UPDATE SKIP LOCKED)`,
  `DELETE FROM recovery_requests
    WHERE source IN (SELECT source FROM recovery_requests WHERE since < ${SINCE} LIMIT $1 FOR UPDATE SKIP LOCKED)`,
  `DELETE FROM person_mails
    WHERE id IN (SELECT id FROM person_mails
                  WHERE person_id IS NOT NULL AND at < (SELECT app_now()) - interval '${PERSON_MAIL_DAYS} days'
                  ORDER BY at
                  LIMIT $1
                    FOR UPDATE SKIP LOCKED)`,
  `WITH ended AS (
     SELECT id FROM invitations
      WHERE coalesce(ended_at, expires_at) < (SELECT app_now()) - interval '${INVITATION_KEPT_DAYS} days'
      ORDER BY coalesce(ended_at, expires_at)
      LIMIT $1
        FOR UPDATE SKIP LOCKED
   ), mails AS (
     DELETE FROM person_mails WHERE invitation_id IN (SELECT id FROM ended)
   )
   DELETE FROM invitations WHERE id IN (SELECT id FROM ended)`,
];

/**
 * Deletes what signing in has left: sessions, links, failed attempts, challenges of passkeys and sign-ins at providers that ended more
 * than a day ago, and later mails to people and invitations. Returns the most rows that were deleted from one table.
 */
export async function deleteEndedSignIns(db: Pool, limit: number): Promise<number> {
  let most = 0;
  for (const text of STATEMENTS) {
    const { rowCount } = await db.query({ text, values: [limit] });
    most = Math.max(most, rowCount ?? 0);
  }
  return most;
}
