import type { Pool } from 'pg';
import { readErasureKeys, replaceErasureKey } from '../../db/privacy/keys.ts';
import { listSealedNumbers, replaceSealedNumber } from '../../db/privacy/sealed-numbers.ts';
import {
  isSealedWith,
  type SecretsKeys,
  sealSecret,
  tryOpenSecret,
} from '../../domain/crypto/sealed-secret.ts';
import { type ResealedKeys, resealKeys } from '../rules/reseal.ts';

/**
 * Seals the keys of erasures, and the numbers of those under way, with the current key. Pseudonyms stay as they are. Safe to
 * repeat. An account whose key cannot be opened keeps its numbers as they are too.
 */
export async function resealErasureKeys(pool: Pool, keys: SecretsKeys): Promise<ResealedKeys> {
  const resealed = await resealKeys(pool, keys, { read: readErasureKeys, replace: replaceErasureKey });
  for (const stored of await listSealedNumbers(pool)) {
    const number = isSealedWith(stored.sealed, keys.current) ? null : tryOpenSecret(stored.sealed, keys);
    if (number !== null) await replaceSealedNumber(pool, stored, sealSecret(number, keys));
  }
  return resealed;
}
