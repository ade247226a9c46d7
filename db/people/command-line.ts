import type { Pool } from 'pg';
import { idFromUuid, type PersonId, type SessionId } from '../../domain/ids.ts';

/** A staff member who is signed in at the command line. */
export interface CommandLinePerson {
  readonly personId: PersonId;
  readonly sessionId: SessionId;
  readonly email: string;
  readonly name: string;
  readonly role: string;
  /** False once the person has removed their second factor. */
  readonly hasPassed: boolean;
  readonly expiresAt: Date;
}

/**
 * The person whose session has this token, and moves its end forward; null if it has ended, or the person belongs to the staff no more.
 * @param seconds how long a session lasts without use, and at most.
 */
export async function useCommandLineSession(
  db: Pool,
  token: string,
  { idle, most }: { readonly idle: number; readonly most: number },
): Promise<CommandLinePerson | null> {
  const { rows } = await db.query<
    Omit<CommandLinePerson, 'personId' | 'sessionId'> & { id: string; person: string }
  >({
    text: `
      UPDATE auth_sessions a
         SET updated_at = (SELECT app_now()),
             expires_at = least((SELECT app_now()) + $2 * interval '1 second', a.created_at + $3 * interval '1 second')
        FROM auth_people p, staff s
       WHERE a.token = $1 AND a.expires_at > (SELECT app_now())
         AND a.created_at > (SELECT app_now()) - $3 * interval '1 second'
         AND p.id = a.person_id AND s.person_id = a.person_id
      RETURNING a.id, p.id AS person, p.email, p.name, s.role, a.second_factor_at IS NOT NULL AS "hasPassed",
                a.expires_at AS "expiresAt"`,
    values: [token, idle, most],
  });
  const row = rows[0];
  if (row === undefined) return null;
  const { id, person, ...rest } = row;
  return { ...rest, personId: idFromUuid('per', person), sessionId: idFromUuid('ses', id) };
}

/** Ends the session with this token; false if it has ended before. */
export async function endCommandLineSession(db: Pool, token: string): Promise<boolean> {
  const { rowCount } = await db.query({
    text: 'DELETE FROM auth_sessions WHERE token = $1',
    values: [token],
  });
  return rowCount !== 0;
}
