import type { Pool, PoolClient } from 'pg';
import { idFromUuid, type PersonId, type SessionId, uuidOf } from '../../domain/ids.ts';
import { type Actor, type RequestActor, recordAction } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';
import { recordOfPerson } from './sign-ins/record.ts';

/** A session as its person and operators see it: never with its token. */
export interface ListedSession {
  readonly id: SessionId;
  readonly createdAt: Date;
  /** When it was last used, to the minute. */
  readonly usedAt: Date;
  readonly expiresAt: Date;
  /** From where the person signed in. */
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** The sessions of a person that have not ended, newest first, at most 100. */
export async function listSessions(db: Pool, personId: PersonId): Promise<ListedSession[]> {
  const { rows } = await db.query<Omit<ListedSession, 'id'> & { id: string }>({
    text: `
      SELECT id, created_at AS "createdAt", updated_at AS "usedAt", expires_at AS "expiresAt",
             nullif(ip_address, '') AS address, nullif(user_agent, '') AS "userAgent"
        FROM auth_sessions
       WHERE person_id = $1 AND expires_at > (SELECT app_now())
       ORDER BY created_at DESC, id DESC
       LIMIT 100`,
    values: [uuidOf('per', personId)],
  });
  return rows.map(({ id, ...session }) => ({ ...session, id: idFromUuid('ses', id) }));
}

/** Ends one session of a person, from its next request; false if the person has no such session. */
export async function endSession(db: Pool, personId: PersonId, id: SessionId): Promise<boolean> {
  const { rowCount } = await db.query({
    text: 'DELETE FROM auth_sessions WHERE id = $1 AND person_id = $2',
    values: [uuidOf('ses', id), uuidOf('per', personId)],
  });
  return rowCount !== 0;
}

/** The same for the person themselves, with its record. */
export async function endOwnSession(
  pool: Pool,
  personId: PersonId,
  id: SessionId,
  actor: RequestActor,
): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    const { rowCount } = await tx.query({
      text: 'DELETE FROM auth_sessions WHERE id = $1 AND person_id = $2',
      values: [uuidOf('ses', id), uuidOf('per', personId)],
    });
    if (rowCount === 0) return false;
    await recordOfPerson(tx, personId, { ...actor, action: 'session_end', subject: id });
    return true;
  });
}

/** Ends all sessions of a person but one. */
export async function endOtherSessions(
  db: Pool | PoolClient,
  personId: PersonId,
  kept: SessionId,
): Promise<void> {
  await db.query({
    text: 'DELETE FROM auth_sessions WHERE person_id = $1 AND id <> $2',
    values: [uuidOf('per', personId), uuidOf('ses', kept)],
  });
}

/** Deletes the sessions of a person that have ended by themselves. */
export async function forgetEndedSessions(db: Pool, personId: PersonId): Promise<void> {
  await db.query({
    text: 'DELETE FROM auth_sessions WHERE person_id = $1 AND expires_at <= (SELECT app_now())',
    values: [uuidOf('per', personId)],
  });
}

/** Stores when a person signed in last. */
export async function noteSignIn(db: Pool, personId: PersonId): Promise<void> {
  await db.query({
    text: 'UPDATE auth_people SET last_sign_in_at = (SELECT app_now()) WHERE id = $1',
    values: [uuidOf('per', personId)],
  });
}

/** Ends all sessions of a person for an operator, with its record. Returns how many there were. */
export async function endAllSessions(pool: Pool, personId: PersonId, actor: Actor): Promise<number> {
  return inTransaction(pool, async (tx) => {
    const { rowCount } = await tx.query({
      text: 'DELETE FROM auth_sessions WHERE person_id = $1',
      values: [uuidOf('per', personId)],
    });
    const details = { sessions: rowCount };
    await recordAction(tx, {
      ...actor,
      action: 'person_end_sessions',
      accountId: null,
      subject: personId,
      details,
    });
    return rowCount ?? 0;
  });
}
