import type { Pool } from 'pg';
import { idFromUuid, type PersonId } from '../../../domain/ids.ts';
import type { RequestActor } from '../../audit/record.ts';
import { inTransaction } from '../../transaction.ts';
import { mailPerson } from '../mails/write.ts';
import { recordOfPerson } from './record.ts';

/** Links that one person is mailed within an hour, however often someone asks. */
const LIMIT = { most: 3, withinHours: 1 };

/** Links that one IP address can ask for within an hour, for all people and at all processes. */
export const RECOVERIES_PER_HOUR = 30;
const HOUR = '1 hour';

/**
 * Counts a request for a link. The hour begins with the first one.
 * @param source an IPv4 address, or the /64 of an IPv6 address.
 * @returns 0 if it may continue, or the milliseconds to wait.
 */
export async function countRecovery(db: Pool, source: string): Promise<number> {
  const { rows } = await db.query<{ counted: boolean; wait: number | null }>({
    name: 'count-recovery',
    text: `
      WITH counted AS (
        INSERT INTO recovery_requests AS r (source, since, requests) VALUES ($1, (SELECT app_now()), 1)
        ON CONFLICT (source) DO UPDATE
          SET requests = CASE WHEN r.since <= excluded.since - $2::interval THEN 1 ELSE r.requests + 1 END,
              since = CASE WHEN r.since <= excluded.since - $2::interval THEN excluded.since ELSE r.since END
          WHERE r.since <= excluded.since - $2::interval OR r.requests < $3
        RETURNING 1)
      SELECT EXISTS (SELECT FROM counted) AS counted,
             (SELECT ceil(extract(epoch FROM since + $2::interval - (SELECT app_now())) * 1000)::int
                FROM recovery_requests WHERE source = $1) AS wait`,
    values: [source, HOUR, RECOVERIES_PER_HOUR],
  });
  return rows[0]?.counted === true ? 0 : Math.max(1, rows[0]?.wait ?? 0);
}

/** Has the relay mail a link to the person with this e-mail address, with its record. Does nothing if there is none. */
export async function askRecovery(pool: Pool, email: string, actor: RequestActor): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ id: string }>({
      text: 'SELECT id FROM auth_people WHERE email = $1',
      values: [email],
    });
    if (rows[0] === undefined) return false;
    const personId = idFromUuid('per', rows[0].id);
    const { address, userAgent } = actor;
    if (!(await mailPerson(tx, personId, 'recovery', { address, userAgent }, LIMIT))) return false;
    await recordOfPerson(tx, personId, { ...actor, action: 'recovery_request', subject: personId });
    return true;
  });
}

/** Uses up the link of a mail; null if it was used before, its time is over, or it was never sent. */
export async function useRecoveryLink(pool: Pool, linkHash: Buffer): Promise<PersonId | null> {
  const { rows } = await pool.query<{ person: string }>({
    name: 'use-recovery-link',
    text: `
      UPDATE person_mails SET link_used_at = (SELECT app_now())
       WHERE link_hash = $1 AND kind = 'recovery' AND link_used_at IS NULL
         AND at > (SELECT app_now()) - interval '30 minutes'
      RETURNING person_id AS person`,
    values: [linkHash],
  });
  return rows[0] === undefined ? null : idFromUuid('per', rows[0].person);
}
