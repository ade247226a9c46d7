import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { Actor } from '../../db/audit/record.ts';
import { type StoredErasure, storeErasure } from '../../db/privacy/erasures.ts';
import { ensureErasureKey, readErasureKey } from '../../db/privacy/keys.ts';
import { toPseudonym } from '../../domain/crypto/pseudonym.ts';
import { openSecret, type SecretsKeys, sealSecret } from '../../domain/crypto/sealed-secret.ts';
import type { AccountId } from '../../domain/ids.ts';

const KEY_BYTES = 32;

/**
 * Requests that a number is erased from the records of an account. The worker does it; `createEraser` runs its steps. A request for
 * a number whose erasure is under way returns that erasure.
 * @param phoneNumber in E.164.
 */
export async function requestErasure(
  pool: Pool,
  keys: SecretsKeys,
  accountId: AccountId,
  phoneNumber: string,
  actor: Actor,
): Promise<StoredErasure> {
  const stored = await readErasureKey(pool, accountId);
  const sealed = stored ?? (await ensureErasureKey(pool, accountId, newSealedKey(keys)));
  const number = {
    accountId,
    phoneNumber,
    pseudonym: toPseudonym(phoneNumber, openSecret(sealed, keys)),
    sealedNumber: sealSecret(phoneNumber, keys),
  };
  return storeErasure(pool, number, actor);
}

function newSealedKey(keys: SecretsKeys): Buffer {
  return sealSecret(randomBytes(KEY_BYTES).toString('base64'), keys);
}
