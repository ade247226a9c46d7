import type { Pool, PoolClient } from 'pg';
import type { SignInWay } from '../../domain/access/sign-in.ts';
import { type PersonId, type SessionId, uuidOf } from '../../domain/ids.ts';
import { type Actor, type RequestActor, recordAction } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';
import { mailPerson } from './mails/write.ts';
import { recordOfPerson } from './sign-ins/record.ts';

export interface StoredFactor {
  readonly sealedSecret: string;
  readonly lastStep: number;
  readonly isConfirmed: boolean;
}

/** Stores the secret of a factor that is not confirmed yet; false if the person has a confirmed one, which stays. */
export async function beginFactor(db: Pool, personId: PersonId, sealedSecret: string): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `
      INSERT INTO second_factors AS f (person_id, sealed_secret) VALUES ($1, $2)
      ON CONFLICT (person_id) DO UPDATE SET sealed_secret = excluded.sealed_secret, last_step = 0
        WHERE f.confirmed_at IS NULL`,
    values: [uuidOf('per', personId), sealedSecret],
  });
  return rowCount !== 0;
}

/** The factor of a person, confirmed or not; null if there is none. */
export async function readFactor(db: Pool, personId: PersonId): Promise<StoredFactor | null> {
  const { rows } = await db.query<StoredFactor>({
    text: `
      SELECT sealed_secret AS "sealedSecret", last_step AS "lastStep", confirmed_at IS NOT NULL AS "isConfirmed"
        FROM second_factors WHERE person_id = $1`,
    values: [uuidOf('per', personId)],
  });
  return rows[0] ?? null;
}

/** The second factors of a person, and whether a session has used one. */
export interface StoredFactorState {
  /** An app is confirmed. */
  readonly hasApp: boolean;
  readonly hasPasskey: boolean;
  readonly isPassed: boolean;
  /** When the session began, or last used a second factor, is less than ten minutes ago. */
  readonly isFresh: boolean;
  /** Null for a session that began before this was stored. */
  readonly beganWith: SignInWay | null;
}

const FRESH_FOR = '10 minutes';

export async function readFactorState(
  db: Pool,
  personId: PersonId,
  sessionId: SessionId,
): Promise<StoredFactorState> {
  const { rows } = await db.query<StoredFactorState>({
    text: `
      SELECT EXISTS (SELECT FROM second_factors WHERE person_id = $1 AND confirmed_at IS NOT NULL) AS "hasApp",
             EXISTS (SELECT FROM passkeys WHERE person_id = $1 AND removed_at IS NULL) AS "hasPasskey",
             second_factor_at IS NOT NULL AS "isPassed",
             coalesce(second_factor_at, created_at) > (SELECT app_now()) - $3::interval AS "isFresh",
             began_with AS "beganWith"
        FROM auth_sessions WHERE id = $2`,
    values: [uuidOf('per', personId), uuidOf('ses', sessionId), FRESH_FOR],
  });
  // A session that has just ended has used nothing.
  return rows[0] ?? { hasApp: true, hasPasskey: true, isPassed: false, isFresh: false, beganWith: null };
}

/** A person in a session, and from where. */
export interface Passing {
  readonly personId: PersonId;
  readonly sessionId: SessionId;
  readonly actor: RequestActor;
}

/**
 * Confirms a factor with the step of its first code, and stores its recovery codes, with its record and a mail to the person; false
 * if that code was used before.
 */
export async function confirmFactor(
  pool: Pool,
  { personId, sessionId, actor }: Passing,
  step: number,
  codeHashes: readonly Buffer[],
): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    if (!(await takeStep(tx, personId, step))) return false;
    const person = uuidOf('per', personId);
    await tx.query({
      text: 'UPDATE second_factors SET confirmed_at = (SELECT app_now()) WHERE person_id = $1',
      values: [person],
    });
    await tx.query({ text: 'DELETE FROM recovery_codes WHERE person_id = $1', values: [person] });
    await tx.query({
      text: 'INSERT INTO recovery_codes (person_id, code_hash) SELECT $1, unnest($2::bytea[])',
      values: [person, codeHashes],
    });
    await markPassed(tx, sessionId);
    await mailPerson(tx, personId, 'second_factor_changed', { ...from(actor), change: 'added' });
    await recordOfPerson(tx, personId, { ...actor, action: 'second_factor_add', subject: personId });
    return true;
  });
}

/** Passes a session with the step of a code, with its record; false if the code of this step, or of a later one, was used before. */
export async function passWithStep(
  pool: Pool,
  { personId, sessionId, actor }: Passing,
  step: number,
): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    if (!(await takeStep(tx, personId, step))) return false;
    await markPassed(tx, sessionId);
    const details = { way: 'app' };
    await recordOfPerson(tx, personId, {
      ...actor,
      action: 'second_factor_pass',
      subject: personId,
      details,
    });
    return true;
  });
}

/** Passes a session with a recovery code, which is then gone, with its record; false if the person has no such code. */
export async function passWithRecoveryCode(
  pool: Pool,
  { personId, sessionId, actor }: Passing,
  codeHash: Buffer,
): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    const { rowCount } = await tx.query({
      text: 'DELETE FROM recovery_codes WHERE person_id = $1 AND code_hash = $2',
      values: [uuidOf('per', personId), codeHash],
    });
    if (rowCount === 0) return false;
    await markPassed(tx, sessionId);
    const details = { way: 'recovery_code' };
    await recordOfPerson(tx, personId, {
      ...actor,
      action: 'second_factor_pass',
      subject: personId,
      details,
    });
    return true;
  });
}

/**
 * Removes the app of a person and its recovery codes, with its record and a mail to the person; false if there is none. An operator
 * also removes the passkeys, and ends the sessions of the person.
 */
export async function removeFactor(pool: Pool, personId: PersonId, actor: Actor): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    const person = uuidOf('per', personId);
    const { rowCount } = await tx.query({
      text: 'DELETE FROM second_factors WHERE person_id = $1',
      values: [person],
    });
    const own = 'principal' in actor ? actor : null;
    const passkeys = own === null ? await removePasskeys(tx, person) : 0;
    if (rowCount === 0 && passkeys === 0) return false;
    await tx.query({ text: 'DELETE FROM recovery_codes WHERE person_id = $1', values: [person] });
    const origin = own === null ? {} : from(own);
    await mailPerson(tx, personId, 'second_factor_changed', { ...origin, change: 'removed' });
    if (own !== null) {
      await tx.query({
        text: 'UPDATE auth_sessions SET second_factor_at = NULL WHERE person_id = $1',
        values: [person],
      });
      await recordOfPerson(tx, personId, { ...own, action: 'second_factor_remove', subject: personId });
      return true;
    }
    await tx.query({ text: 'DELETE FROM auth_sessions WHERE person_id = $1', values: [person] });
    const details = { passkeys };
    await recordAction(tx, {
      ...actor,
      action: 'person_reset_factor',
      accountId: null,
      subject: personId,
      details,
    });
    return true;
  });
}

/** From where, for a mail. */
function from({ address, userAgent }: RequestActor) {
  return { address, userAgent };
}

async function removePasskeys(tx: PoolClient, person: string): Promise<number> {
  const { rowCount } = await tx.query({
    text: 'UPDATE passkeys SET removed_at = (SELECT app_now()) WHERE person_id = $1 AND removed_at IS NULL',
    values: [person],
  });
  return rowCount ?? 0;
}

/** Two requests with the same code wait for each other here, and only the first one finds an earlier step. */
async function takeStep(tx: PoolClient, personId: PersonId, step: number): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: 'UPDATE second_factors SET last_step = $2 WHERE person_id = $1 AND last_step < $2',
    values: [uuidOf('per', personId), step],
  });
  return rowCount !== 0;
}

/** Passes a session, from its next request. */
export async function markPassed(tx: Pool | PoolClient, sessionId: SessionId): Promise<void> {
  await tx.query({
    text: 'UPDATE auth_sessions SET second_factor_at = (SELECT app_now()) WHERE id = $1',
    values: [uuidOf('ses', sessionId)],
  });
}
