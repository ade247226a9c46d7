import type { Pool, PoolClient } from 'pg';
import { newUuid } from '../../domain/crypto/new-id.ts';
import { idFromUuid, type PersonId, type SessionId, uuidOf } from '../../domain/ids.ts';
import { type RequestActor, recordAction } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';

/** How long a code waits for a person who confirms it. */
export const DEVICE_SECONDS = 600;
/** How long the command line waits between two questions. */
export const POLL_SECONDS = 5;
/** Sign-ins of one address that wait at the same time. */
const WAITING_MAX = 20;

export interface NewDeviceSignIn {
  readonly deviceHash: Buffer;
  readonly userHash: Buffer;
  readonly source: string;
  /** Up to 300 characters. */
  readonly userAgent: string;
}

/** Stores a sign-in that waits, and forgets those of yesterday; false if too many of this address wait. */
export async function beginDeviceSignIn(db: Pool, begun: NewDeviceSignIn): Promise<boolean> {
  await db.query({
    text: `DELETE FROM device_sign_ins WHERE expires_at < (SELECT app_now()) - interval '1 day'`,
  });
  const { rowCount } = await db.query({
    text: `
      INSERT INTO device_sign_ins (device_hash, user_hash, source, user_agent, expires_at)
      SELECT $1, $2, $3, $4, (SELECT app_now()) + $5 * interval '1 second'
       WHERE (SELECT count(*) FROM device_sign_ins d WHERE d.source = $3 AND d.expires_at > (SELECT app_now())) < $6`,
    values: [begun.deviceHash, begun.userHash, begun.source, begun.userAgent, DEVICE_SECONDS, WAITING_MAX],
  });
  return rowCount === 1;
}

/** What a person sees of a sign-in before they decide. */
export interface WaitingDevice {
  readonly source: string;
  readonly userAgent: string;
  readonly createdAt: Date;
}

/** A sign-in that waits; null if the code is wrong, was decided before, or has ended. */
export async function findWaitingDevice(db: Pool, userHash: Buffer): Promise<WaitingDevice | null> {
  const { rows } = await db.query<WaitingDevice>({
    text: `
      SELECT source, user_agent AS "userAgent", created_at AS "createdAt"
        FROM device_sign_ins
       WHERE user_hash = $1 AND decision IS NULL AND expires_at > (SELECT app_now())`,
    values: [userHash],
  });
  return rows[0] ?? null;
}

/** Confirms or denies a sign-in that waits, once, with its record; false if none waits. */
export async function decideDevice(
  pool: Pool,
  userHash: Buffer,
  decision: 'confirmed' | 'denied',
  personId: PersonId,
  actor: RequestActor,
): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ source: string }>({
      text: `
        UPDATE device_sign_ins SET person_id = $2, decision = $3
         WHERE user_hash = $1 AND decision IS NULL AND expires_at > (SELECT app_now())
        RETURNING source`,
      values: [userHash, uuidOf('per', personId), decision],
    });
    if (rows[0] === undefined) return false;
    await recordAction(tx, {
      ...actor,
      action: decision === 'confirmed' ? 'device_confirm' : 'device_deny',
      accountId: null,
      subject: personId,
      details: { source: rows[0].source },
    });
    return true;
  });
}

/** What the command line gets when it asks. */
export type DeviceAnswer =
  | { readonly kind: 'unknown' | 'expired' | 'denied' | 'pending' | 'too_often' }
  | { readonly kind: 'begun'; readonly personId: PersonId; readonly sessionId: SessionId };

interface Row {
  readonly person: string | null;
  readonly decision: 'confirmed' | 'denied' | null;
  readonly isOver: boolean;
  readonly isEarly: boolean;
  readonly source: string;
  readonly user_agent: string;
}

/**
 * Begins the session of a confirmed sign-in, which deletes it, so that its code works once. Of two requests at the same time, one
 * waits for the other and finds nothing.
 * @param token what the session is found by: never what the command line keeps.
 */
export async function takeDevice(
  pool: Pool,
  deviceHash: Buffer,
  token: string,
  idleSeconds: number,
): Promise<DeviceAnswer> {
  return inTransaction(pool, async (tx): Promise<DeviceAnswer> => {
    const { rows } = await tx.query<Row>({
      text: `
        SELECT person_id AS person, decision, expires_at <= (SELECT app_now()) AS "isOver",
               coalesce(polled_at > (SELECT app_now()) - $2 * interval '1 second', false) AS "isEarly", source, user_agent
          FROM device_sign_ins WHERE device_hash = $1 FOR UPDATE`,
      values: [deviceHash, POLL_SECONDS - 1],
    });
    const row = rows[0];
    if (row === undefined) return { kind: 'unknown' };
    if (row.isOver) return { kind: 'expired' };
    if (row.person === null) {
      await tx.query({
        text: 'UPDATE device_sign_ins SET polled_at = (SELECT app_now()) WHERE device_hash = $1',
        values: [deviceHash],
      });
      return { kind: row.isEarly ? 'too_often' : 'pending' };
    }
    await tx.query({ text: 'DELETE FROM device_sign_ins WHERE device_hash = $1', values: [deviceHash] });
    if (row.decision === 'denied') return { kind: 'denied' };
    const sessionId = await insertSession(tx, row.person, row, token, idleSeconds);
    if (sessionId === null) return { kind: 'denied' };
    return { kind: 'begun', personId: idFromUuid('per', row.person), sessionId };
  });
}

/**
 * The person who confirmed had used a second factor, so the session has passed it. Null if they have none or belong to the staff no
 * more.
 */
async function insertSession(
  tx: PoolClient,
  person: string,
  { source, user_agent: userAgent }: Row,
  token: string,
  idleSeconds: number,
): Promise<SessionId | null> {
  const id = newUuid();
  const { rowCount } = await tx.query({
    text: `
      INSERT INTO auth_sessions (id, person_id, token, expires_at, ip_address, user_agent, created_at, updated_at, second_factor_at)
      SELECT $1, s.person_id, $3, clock.at + $4 * interval '1 second', $5, $6, clock.at, clock.at, clock.at
        FROM staff s, (SELECT app_now() AS at) clock
       WHERE s.person_id = $2
         AND (EXISTS (SELECT FROM second_factors f WHERE f.person_id = $2 AND f.confirmed_at IS NOT NULL)
              OR EXISTS (SELECT FROM passkeys k WHERE k.person_id = $2 AND k.removed_at IS NULL))`,
    values: [id, person, token, idleSeconds, source, userAgent],
  });
  return rowCount === 0 ? null : idFromUuid('ses', id);
}
