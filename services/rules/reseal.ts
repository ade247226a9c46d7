import type { Pool } from 'pg';
import { readBlocklistKeys, replaceBlocklistKey } from '../../db/rules/blocklist.ts';
import {
  isSealedWith,
  type SecretsKeys,
  sealSecret,
  tryOpenSecret,
} from '../../domain/crypto/sealed-secret.ts';
import type { AccountId } from '../../domain/ids.ts';

export interface ResealedKeys {
  readonly resealed: number;
  /** Already sealed with the current key. */
  readonly current: number;
  /** Accounts whose key none of the keys opens; nothing was changed there. */
  readonly unreadable: readonly AccountId[];
}

const PAGE = 200;

/** A sealed key of an account. */
interface StoredKey {
  readonly accountId: AccountId;
  readonly key: Buffer;
}

/** Reads and replaces the keys of one kind. */
export interface KeyStore {
  read(pool: Pool, after: AccountId | null, limit: number): Promise<readonly StoredKey[]>;
  replace(pool: Pool, stored: StoredKey, sealed: Buffer): Promise<void>;
}

/** Seals the key of every blocklist with the current key. The hashes stay as they are. Safe to repeat. */
export function resealBlocklistKeys(pool: Pool, keys: SecretsKeys): Promise<ResealedKeys> {
  return resealKeys(pool, keys, { read: readBlocklistKeys, replace: replaceBlocklistKey });
}

/** Seals every key of one kind with the current key. Safe to repeat. */
export async function resealKeys(pool: Pool, keys: SecretsKeys, store: KeyStore): Promise<ResealedKeys> {
  let [resealed, current] = [0, 0];
  const unreadable: AccountId[] = [];
  for (let after: AccountId | null = null; ; ) {
    const page: readonly StoredKey[] = await store.read(pool, after, PAGE);
    for (const stored of page) {
      if (isSealedWith(stored.key, keys.current)) {
        current += 1;
        continue;
      }
      const opened = tryOpenSecret(stored.key, keys);
      if (opened === null) unreadable.push(stored.accountId);
      else {
        await store.replace(pool, stored, sealSecret(opened, keys));
        resealed += 1;
      }
    }
    after = page.at(-1)?.accountId ?? null;
    if (after === null) return { resealed, current, unreadable };
  }
}
