import type { Pool, PoolClient } from 'pg';
import type { ReleasingBatch } from '../../db/purchases/accept.ts';
import { findBlockedHashes, readRules, type StoredRules } from '../../db/rules/row-rules.ts';
import { hashNumber } from '../../domain/crypto/number-hash.ts';
import { openSecret, type SecretsKeys } from '../../domain/crypto/sealed-secret.ts';
import type { AccountId, BatchId } from '../../domain/ids.ts';
import { NO_ROW_RULES, type RowRules } from '../../domain/rules/purchase-rules.ts';
import type { Spending } from '../../domain/rules/spending.ts';

const NONE: ReadonlySet<string> = new Set();

/**
 * Which of these numbers the account has blocked. An account without a blocklist costs nothing.
 * @param sealedKey the account's key as stored; null if it has no blocklist.
 * @throws Error when this process has no key to open it: then nothing may be bought.
 */
export async function findBlockedNumbers(
  db: Pool | PoolClient,
  keys: SecretsKeys | null,
  accountId: AccountId,
  sealedKey: Buffer | null,
  phoneNumbers: readonly string[],
): Promise<ReadonlySet<string>> {
  if (sealedKey === null || phoneNumbers.length === 0) return NONE;
  if (keys === null) throw new Error(`SECRETS_KEY is missing, and ${accountId} has a blocklist`);
  const key = openSecret(sealedKey, keys);
  const numbers = new Map(phoneNumbers.map((number) => [hashNumber(number, key).toString('hex'), number]));
  const hashes = [...numbers.keys()].map((hex) => Buffer.from(hex, 'hex'));
  const blocked = await findBlockedHashes(db, accountId, hashes);
  return new Set([...blocked].flatMap((hash) => numbers.get(hash) ?? []));
}

/** What an account's rules say about numbers and bundles that are asked for together. */
export async function toRowRules(
  db: Pool | PoolClient,
  keys: SecretsKeys | null,
  accountId: AccountId,
  stored: StoredRules | null,
  phoneNumbers: readonly string[],
): Promise<RowRules> {
  if (stored === null) return NO_ROW_RULES;
  return {
    refusedBundles: new Set(stored.refusedBundles),
    blockedNumbers: await findBlockedNumbers(db, keys, accountId, stored.blocklistKey, phoneNumbers),
  };
}

/** The spending limits of an account, with what the batches among these spent; null if it has no limit. */
export function toSpending(
  stored: StoredRules | null,
  batches: ReadonlyMap<BatchId, ReleasingBatch>,
): Spending | null {
  if (stored === null) return null;
  const limits = { campaign: stored.campaignLimit, day: stored.dayLimit, month: stored.monthLimit };
  if (Object.values(limits).every((limit) => limit === null)) return null;
  return {
    limits,
    spent: { day: stored.daySpent, month: stored.monthSpent },
    ofBatches: new Map([...batches].map(([id, { spent }]) => [id, spent ?? 0])),
    endsAt: { day: stored.dayEndsAt, month: stored.monthEndsAt },
  };
}

/** The rules of an account for the check of a whole file: the numbers are looked up page by page. */
export async function readFileRules(
  pool: Pool | PoolClient,
  accountId: AccountId,
  bundleIds: readonly string[],
): Promise<{ readonly refusedBundles: ReadonlySet<string>; readonly blocklistKey: Buffer | null }> {
  const stored = await readRules(pool, accountId, bundleIds);
  return { refusedBundles: new Set(stored?.refusedBundles), blocklistKey: stored?.blocklistKey ?? null };
}
