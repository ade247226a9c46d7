import type { Pool } from 'pg';
import { type AccountId, idFromUuid, type KeyId } from '../../domain/ids.ts';
import { recordOnce } from './once.ts';
import type { RequestActor } from './record.ts';

/** A request of a known key or person, or a sign-in, that was refused. */
export interface Refusal {
  /** Null if it concerns no account, as a sign-in. */
  readonly accountId: AccountId | null;
  readonly actor: RequestActor;
  readonly action:
    | 'refused_right'
    | 'refused_approval'
    | 'refused_address'
    | 'refused_cap'
    | 'refused_key'
    | 'refused_passkey'
    | 'refused_sso'
    | 'refused_invitation'
    | 'refused_password'
    | 'refused_link'
    | 'refused_code'
    | 'refused_sign_in';
  /** The right that is missing, the key, the passkey, the organisation, or the invitation. */
  readonly subject: string;
  readonly details?: object;
}

/** Records a refusal, unless any process recorded the same one within a minute. */
export function recordRefusal(pool: Pool, refusal: Refusal): Promise<void> {
  return recordOnce(pool, refusal, 60_000);
}

/** A key that was known and no longer works. */
export interface EndedKey {
  readonly keyId: KeyId;
  readonly accountId: AccountId;
  readonly why: 'revoked' | 'expired' | 'rotated';
}

/** The key that a hash belonged to, if it no longer works; null for a hash that is unknown or works. */
export async function findEndedKey(pool: Pool, hash: Buffer): Promise<EndedKey | null> {
  const { rows } = await pool.query<{ id: string; account: string; why: EndedKey['why'] | null }>({
    name: 'find-ended-key',
    text: `
      SELECT id, account_id AS account,
             CASE WHEN revoked_at IS NOT NULL THEN 'revoked'
                  WHEN expires_at <= (SELECT app_now()) THEN 'expired'
                  WHEN key_hash <> $1 AND former_until <= (SELECT app_now()) THEN 'rotated' END AS why
        FROM api_keys
       WHERE key_hash = $1 OR former_hash = $1`,
    values: [hash],
  });
  const row = rows[0];
  if (row === undefined || row.why === null) return null;
  return { keyId: idFromUuid('key', row.id), accountId: idFromUuid('acc', row.account), why: row.why };
}
