import type { Pool, PoolClient } from 'pg';
import {
  FULL_TERMS,
  findExcess,
  type KeyTerms,
  NO_CAPS,
  type Power,
  type PowerExcess,
} from '../../domain/access/key-power.ts';
import { type Right, rightsOf } from '../../domain/access/rights.ts';
import { newId } from '../../domain/crypto/new-id.ts';
import { type AccountId, type KeyId, uuidOf } from '../../domain/ids.ts';
import { type Actor, recordAction } from '../audit/record.ts';
import { replaceKeyCaps } from '../rules/key-caps.ts';
import { inTransaction } from '../transaction.ts';
import { findOwnKey } from './api-keys.ts';
import { lockAccount } from './lock.ts';

/** What is stored of a new key: never the key. */
export interface NewKey {
  readonly hash: Buffer;
  readonly lastFour: string;
}

/** Who asks for a change, as far as it limits what they may give. */
export type Grantor =
  | { readonly kind: 'operator' }
  | { readonly kind: 'key'; readonly keyId: KeyId }
  | { readonly kind: 'person'; readonly rights: ReadonlySet<Right> };

export const BY_OPERATOR: Grantor = { kind: 'operator' };

/** Keys of an account that work, at most. */
export const KEYS_MAX = 100;

export type KeyChange =
  | { readonly kind: 'done'; readonly keyId: KeyId }
  | { readonly kind: 'not_found' | 'revoked' | 'full' }
  | { readonly kind: 'exceeds'; readonly excess: PowerExcess }
  /** The former key still works. */
  | { readonly kind: 'under_way'; readonly until: Date };

/** Stores a key by its hash, as an operator issues it, with the record of who did. */
export async function issueKey(
  pool: Pool,
  accountId: AccountId,
  key: NewKey,
  actor: Actor,
  terms: KeyTerms = FULL_TERMS,
): Promise<KeyId> {
  return inTransaction(pool, async (tx) => {
    await lockAccount(tx, accountId);
    return insertKey(tx, accountId, key, actor, terms);
  });
}

/** Creates a key with terms that give no more than `grantor` has. */
export async function createKey(
  pool: Pool,
  accountId: AccountId,
  key: NewKey,
  terms: KeyTerms,
  grantor: Grantor,
  actor: Actor,
): Promise<KeyChange> {
  return inTransaction(pool, async (tx) => {
    await lockAccount(tx, accountId);
    const excess = await findExcessOf(tx, accountId, grantor, terms, null);
    if (excess !== null) return { kind: 'exceeds', excess };
    const { rows } = await tx.query<{ full: boolean }>({
      name: 'count-working-keys',
      text: `
        SELECT count(*) >= $2 AS full
          FROM api_keys
         WHERE account_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > app_now())`,
      values: [uuidOf('acc', accountId), KEYS_MAX],
    });
    if (rows[0]?.full === true) return { kind: 'full' };
    return { kind: 'done', keyId: await insertKey(tx, accountId, key, actor, terms) };
  });
}

/** Changes the terms of a key. Neither its terms before nor those after may give more than `grantor` has. */
export async function changeKey(
  pool: Pool,
  accountId: AccountId,
  id: KeyId,
  changes: Partial<KeyTerms>,
  grantor: Grantor,
  actor: Actor,
): Promise<KeyChange> {
  return changing(pool, accountId, id, grantor, async (tx, before) => {
    const terms = { ...before, ...changes };
    const excess = await findExcessOf(tx, accountId, grantor, terms, id);
    if (excess !== null) return { kind: 'exceeds', excess };
    await tx.query({
      name: 'change-api-key',
      text: `UPDATE api_keys SET name = $3, scopes = $4, expires_at = $5 WHERE account_id = $1 AND id = $2`,
      values: [uuidOf('acc', accountId), uuidOf('key', id), terms.name, terms.scopes, terms.expiresAt],
    });
    await replaceKeyCaps(tx, accountId, id, terms.caps);
    const details = { before: describe(before), after: describe(terms) };
    await recordAction(tx, { ...actor, action: 'key_change', accountId, subject: id, details });
    return { kind: 'done', keyId: id };
  });
}

/**
 * Replaces a key by a new one of the same id and terms. For `overlapMs` the former one works too. With 0 it ends immediately, and so
 * does the one before it.
 */
export async function rotateKey(
  pool: Pool,
  accountId: AccountId,
  id: KeyId,
  { hash, lastFour, overlapMs }: NewKey & { readonly overlapMs: number },
  grantor: Grantor,
  actor: Actor,
): Promise<KeyChange> {
  return changing(pool, accountId, id, grantor, async (tx, { formerUntil }) => {
    if (formerUntil !== null && overlapMs > 0) return { kind: 'under_way', until: formerUntil };
    await tx.query({
      name: 'rotate-api-key',
      text: `
        UPDATE api_keys
           SET former_hash  = CASE WHEN $5::float8 > 0 THEN key_hash END,
               former_until = CASE WHEN $5 > 0 THEN app_now() + $5 * interval '1 millisecond' END,
               key_hash     = $3,
               last_four    = $4,
               rotated_at   = app_now()
         WHERE account_id = $1 AND id = $2`,
      values: [uuidOf('acc', accountId), uuidOf('key', id), hash, lastFour, overlapMs],
    });
    const details = { overlap_ms: overlapMs };
    await recordAction(tx, { ...actor, action: 'key_rotate', accountId, subject: id, details });
    return { kind: 'done', keyId: id };
  });
}

/** Revokes a key permanently; false when the account has none of this id, or it was revoked before. */
export async function revokeKey(pool: Pool, accountId: AccountId, id: KeyId, actor: Actor): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    const { rowCount } = await tx.query({
      name: 'revoke-api-key',
      text: `
        UPDATE api_keys SET revoked_at = (SELECT app_now())
         WHERE account_id = $1 AND id = $2 AND revoked_at IS NULL`,
      values: [uuidOf('acc', accountId), uuidOf('key', id)],
    });
    if (rowCount !== 1) return false;
    await recordAction(tx, { ...actor, action: 'key_revoke', accountId, subject: id });
    return true;
  });
}

/** Changes a key under its account's lock, if it is not revoked and may do no more than `grantor`. */
async function changing(
  pool: Pool,
  accountId: AccountId,
  id: KeyId,
  grantor: Grantor,
  change: (tx: PoolClient, before: KeyTerms & { readonly formerUntil: Date | null }) => Promise<KeyChange>,
): Promise<KeyChange> {
  return inTransaction(pool, async (tx) => {
    await lockAccount(tx, accountId);
    const key = await findOwnKey(tx, accountId, id);
    if (key === null) return { kind: 'not_found' };
    if (key.revokedAt !== null) return { kind: 'revoked' };
    const excess = await findExcessOf(tx, accountId, grantor, key, id);
    return excess === null ? change(tx, key) : { kind: 'exceeds', excess };
  });
}

/** What of the terms of `target`, or of a new key, exceeds what the grantor has; read under the account's lock. */
async function findExcessOf(
  tx: PoolClient,
  accountId: AccountId,
  grantor: Grantor,
  terms: KeyTerms,
  target: KeyId | null,
): Promise<PowerExcess | null> {
  switch (grantor.kind) {
    case 'operator':
      return null;
    case 'person':
      return findExcess({ rights: grantor.rights, expiresAt: null, caps: NO_CAPS }, terms, false);
    case 'key': {
      const own = await findOwnKey(tx, accountId, grantor.keyId);
      return findExcess(toPower(own), terms, grantor.keyId === target);
    }
  }
}

/** A key that stopped working while its request was under way gives nothing. */
function toPower(key: (KeyTerms & { readonly status: string }) | null): Power {
  const works = key?.status === 'active';
  return {
    rights: works ? rightsOf(key.scopes) : new Set(),
    expiresAt: key?.expiresAt ?? null,
    caps: key?.caps ?? NO_CAPS,
  };
}

async function insertKey(
  tx: PoolClient,
  accountId: AccountId,
  { hash, lastFour }: NewKey,
  actor: Actor,
  terms: KeyTerms,
): Promise<KeyId> {
  const id = newId('key');
  await tx.query({
    name: 'insert-api-key',
    text: `
      INSERT INTO api_keys (id, account_id, key_hash, last_four, name, scopes, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [
      uuidOf('key', id),
      uuidOf('acc', accountId),
      hash,
      lastFour,
      terms.name,
      terms.scopes,
      terms.expiresAt,
    ],
  });
  if (terms.caps.purchase !== null || terms.caps.day !== null)
    await replaceKeyCaps(tx, accountId, id, terms.caps);
  await recordAction(tx, { ...actor, action: 'key_issue', accountId, subject: id, details: describe(terms) });
  return id;
}

/** Terms as they are recorded. */
function describe({ name, scopes, expiresAt, caps }: KeyTerms): object {
  return { name, scopes, expires_at: expiresAt, caps };
}
