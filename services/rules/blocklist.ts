import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { Actor } from '../../db/audit/record.ts';
import {
  changeBlocklist,
  ensureBlocklistKey,
  findBlocked,
  readBlocklistKey,
} from '../../db/rules/blocklist.ts';
import { hashNumber } from '../../domain/crypto/number-hash.ts';
import { openSecret, type SecretsKeys, sealSecret } from '../../domain/crypto/sealed-secret.ts';
import type { AccountId } from '../../domain/ids.ts';

const KEY_BYTES = 32;

/**
 * Blocks numbers in E.164 for an account. They are stored as hashes under the account's own key, so they cannot be listed.
 * @returns how many were not blocked before.
 */
export async function blockNumbers(
  pool: Pool,
  keys: SecretsKeys,
  accountId: AccountId,
  phoneNumbers: readonly string[],
  actor: Actor,
): Promise<number> {
  const stored = await readBlocklistKey(pool, accountId);
  const sealed = stored ?? (await ensureBlocklistKey(pool, accountId, newSealedKey(keys)));
  const key = openSecret(sealed, keys);
  const hashes = phoneNumbers.map((number) => hashNumber(number, key));
  return changeBlocklist(pool, accountId, 'block', hashes, actor);
}

/** Unblocks numbers; returns how many were blocked. */
export async function unblockNumbers(
  pool: Pool,
  keys: SecretsKeys,
  accountId: AccountId,
  phoneNumbers: readonly string[],
  actor: Actor,
): Promise<number> {
  const sealed = await readBlocklistKey(pool, accountId);
  if (sealed === null) return 0;
  const key = openSecret(sealed, keys);
  const hashes = phoneNumbers.map((number) => hashNumber(number, key));
  return changeBlocklist(pool, accountId, 'unblock', hashes, actor);
}

/** When a number was blocked; null if it is not. */
export async function lookUpBlocked(
  pool: Pool,
  keys: SecretsKeys,
  accountId: AccountId,
  phoneNumber: string,
): Promise<Date | null> {
  const sealed = await readBlocklistKey(pool, accountId);
  return sealed === null
    ? null
    : findBlocked(pool, accountId, hashNumber(phoneNumber, openSecret(sealed, keys)));
}

function newSealedKey(keys: SecretsKeys): Buffer {
  return sealSecret(randomBytes(KEY_BYTES).toString('base64'), keys);
}
