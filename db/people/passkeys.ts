import type { Pool, PoolClient } from 'pg';
import { newId } from '../../domain/crypto/new-id.ts';
import { idFromUuid, type PasskeyId, type PersonId, type SessionId, uuidOf } from '../../domain/ids.ts';
import { type RequestActor, recordAction } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';
import { mailPerson } from './mails/write.ts';
import { markPassed } from './second-factors.ts';

/** A passkey as its person sees it. */
export interface ListedPasskey {
  readonly id: PasskeyId;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** What a signature is checked with. */
export interface StoredPasskey {
  readonly id: PasskeyId;
  readonly personId: PersonId;
  readonly publicKey: Buffer;
  readonly isRemoved: boolean;
}

/** A passkey that a device has just made. */
export interface NewPasskey {
  readonly personId: PersonId;
  readonly credentialId: Buffer;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
}

/** A person with several devices, and some to spare. */
export const PASSKEYS_MAX = 10;

/** The passkeys of a person that work, oldest first. */
export async function listPasskeys(db: Pool, personId: PersonId): Promise<ListedPasskey[]> {
  const { rows } = await db.query<Omit<ListedPasskey, 'id'> & { id: string }>({
    text: `
      SELECT id, name, created_at AS "createdAt", last_used_at AS "lastUsedAt"
        FROM passkeys WHERE person_id = $1 AND removed_at IS NULL ORDER BY created_at, id LIMIT $2`,
    values: [uuidOf('per', personId), PASSKEYS_MAX],
  });
  return rows.map(({ id, ...passkey }) => ({ ...passkey, id: idFromUuid('pky', id) }));
}

/** How browsers find the passkeys of a person. */
export async function listDescriptors(db: Pool, personId: PersonId) {
  const { rows } = await db.query<{ credentialId: Buffer; transports: string[] }>({
    text: `
      SELECT credential_id AS "credentialId", transports
        FROM passkeys WHERE person_id = $1 AND removed_at IS NULL LIMIT $2`,
    values: [uuidOf('per', personId), PASSKEYS_MAX],
  });
  return rows.map(({ credentialId, transports }) => ({ id: credentialId.toString('base64url'), transports }));
}

/** The passkey with the id of its device, removed or not; null if there is none. */
export async function findPasskey(db: Pool, credentialId: Buffer): Promise<StoredPasskey | null> {
  const { rows } = await db.query<{ id: string; person: string; publicKey: Buffer; isRemoved: boolean }>({
    text: `
      SELECT id, person_id AS person, public_key AS "publicKey", removed_at IS NOT NULL AS "isRemoved"
        FROM passkeys WHERE credential_id = $1`,
    values: [credentialId],
  });
  const row = rows[0];
  if (row === undefined) return null;
  const { id, person, ...passkey } = row;
  return { ...passkey, id: idFromUuid('pky', id), personId: idFromUuid('per', person) };
}

/** Adds a passkey, with its record and a mail to the person, and passes the session in which it was made, because the device verified the person. */
export async function addPasskey(
  pool: Pool,
  passkey: NewPasskey,
  sessionId: SessionId,
  actor: RequestActor,
): Promise<PasskeyId | 'full' | 'known'> {
  return inTransaction(pool, async (tx) => {
    if (!(await hasRoom(tx, passkey.personId))) return 'full';
    const id = newId('pky');
    const { personId, credentialId, publicKey, counter, transports, name } = passkey;
    const { rowCount } = await tx.query({
      text: `
        INSERT INTO passkeys (id, person_id, credential_id, public_key, counter, transports, name)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        ON CONFLICT (credential_id) DO NOTHING`,
      values: [
        uuidOf('pky', id),
        uuidOf('per', personId),
        credentialId,
        publicKey,
        counter,
        transports,
        name,
      ],
    });
    if (rowCount === 0) return 'known';
    await markPassed(tx, sessionId);
    const { address, userAgent } = actor;
    await mailPerson(tx, personId, 'passkey_changed', { address, userAgent, change: 'added', name });
    const details = { person_id: personId, name };
    await recordAction(tx, { ...actor, action: 'passkey_add', accountId: null, subject: id, details });
    return id;
  });
}

/** Locks the person, so that two requests do not add the last one. */
async function hasRoom(tx: PoolClient, personId: PersonId): Promise<boolean> {
  const person = uuidOf('per', personId);
  await tx.query({ text: 'SELECT FROM auth_people WHERE id = $1 FOR UPDATE', values: [person] });
  const { rows } = await tx.query<{ count: number }>({
    text: 'SELECT count(*)::int AS count FROM passkeys WHERE person_id = $1 AND removed_at IS NULL',
    values: [person],
  });
  return (rows[0]?.count ?? 0) < PASSKEYS_MAX;
}

/**
 * Records the use of a passkey. `counter` must be above the one before, unless the device does not count.
 * @returns false if the passkey was removed, or its counter did not rise: it was copied, or its answer is repeated.
 */
export async function usePasskey(db: Pool, id: PasskeyId, counter: number): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `
      UPDATE passkeys SET counter = $2, last_used_at = (SELECT app_now())
       WHERE id = $1 AND removed_at IS NULL AND (counter < $2 OR (counter = 0 AND $2 = 0))`,
    values: [uuidOf('pky', id), counter],
  });
  return rowCount !== 0;
}

/** Removes a passkey of a person, with its record and a mail to them, and ends their other sessions; false if they have no such passkey. */
export async function removePasskey(
  pool: Pool,
  id: PasskeyId,
  { personId, sessionId }: { readonly personId: PersonId; readonly sessionId: SessionId },
  actor: RequestActor,
): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ name: string }>({
      text: `
        UPDATE passkeys SET removed_at = (SELECT app_now())
         WHERE id = $1 AND person_id = $2 AND removed_at IS NULL RETURNING name`,
      values: [uuidOf('pky', id), uuidOf('per', personId)],
    });
    const name = rows[0]?.name;
    if (name === undefined) return false;
    await tx.query({
      text: 'DELETE FROM auth_sessions WHERE person_id = $1 AND id <> $2',
      values: [uuidOf('per', personId), uuidOf('ses', sessionId)],
    });
    const { address, userAgent } = actor;
    await mailPerson(tx, personId, 'passkey_changed', { address, userAgent, change: 'removed', name });
    const before = { person_id: personId, name };
    await recordAction(tx, { ...actor, action: 'passkey_remove', accountId: null, subject: id, before });
    return true;
  });
}
