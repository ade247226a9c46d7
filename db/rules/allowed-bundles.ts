import type { Pool } from 'pg';
import { type AccountId, uuidOf } from '../../domain/ids.ts';
import type { Reader } from '../account-reads.ts';
import { lockAccount } from '../accounts/lock.ts';
import { type Actor, recordAction } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';

/** The bundles that an account's own list allows, in order of id; null if it allows all that are sold to it. */
export async function readAllowedBundles(
  db: Reader,
  accountId: AccountId,
): Promise<readonly string[] | null> {
  const { rows } = await db.query<{ allowed: string[] | null }>({
    name: 'read-allowed-bundles',
    text: 'SELECT allowed_bundles AS allowed FROM account_rules WHERE account_id = $1',
    values: [uuidOf('acc', accountId)],
  });
  return rows[0]?.allowed ?? null;
}

export type BundlesAllowed =
  | { readonly kind: 'changed' }
  /** None of these is sold to the account. Nothing was changed. */
  | { readonly kind: 'not_sold'; readonly bundleIds: readonly string[] };

/**
 * Replaces the bundles that an account's list allows, with its audit entry; null allows all. A purchase that is decided after
 * this returns sees it.
 */
export async function replaceAllowedBundles(
  pool: Pool,
  accountId: AccountId,
  bundleIds: readonly string[] | null,
  actor: Actor,
): Promise<BundlesAllowed> {
  const account = uuidOf('acc', accountId);
  const wanted = bundleIds === null ? null : [...new Set(bundleIds)].sort();
  return inTransaction(pool, async (tx) => {
    await lockAccount(tx, accountId);
    const { rows } = await tx.query<{ id: string }>({
      text: `
        SELECT id
          FROM unnest($2::text[]) AS wanted (id)
         WHERE NOT EXISTS (SELECT FROM account_bundles WHERE account_id = $1 AND bundle_id = wanted.id)`,
      values: [account, wanted ?? []],
    });
    if (rows.length > 0) return { kind: 'not_sold', bundleIds: rows.map(({ id }) => id) };

    const before = await tx.query<{ bundles: string[] | null }>({
      text: 'SELECT allowed_bundles AS bundles FROM account_rules WHERE account_id = $1',
      values: [account],
    });
    await tx.query({
      text: `
        INSERT INTO account_rules (account_id, allowed_bundles) VALUES ($1, $2)
        ON CONFLICT (account_id) DO UPDATE
          SET allowed_bundles = excluded.allowed_bundles, updated_at = (SELECT app_now())`,
      values: [account, wanted],
    });
    await recordAction(tx, {
      ...actor,
      action: 'allowed_bundles_set',
      accountId,
      subject: 'bundles',
      before: before.rows[0] ?? { bundles: null },
      details: { bundles: wanted },
    });
    return { kind: 'changed' };
  });
}
