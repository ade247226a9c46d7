import type { Pool, PoolClient } from 'pg';
import type { StaffAction } from '../../domain/approvals/staff.ts';
import { type AccountId, uuidOf } from '../../domain/ids.ts';
import type { MinorUnits } from '../../domain/money/money.ts';
import { clearStaffAction } from '../approvals/staff/clear.ts';
import { requireCleared } from '../approvals/staff/missing.ts';
import { type Actor, recordAction } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';
import { createAccount, type NewAccount } from './accounts.ts';
import { lockAccount } from './lock.ts';

/** An account as operators see it. */
export interface AccountSummary {
  readonly id: AccountId;
  readonly name: string;
  readonly livemode: boolean;
  readonly currency: string;
  readonly available: MinorUnits;
  readonly held: MinorUnits;
  readonly pending: number;
  readonly rateLimitPerSecond: number;
  /** For so many hours a campaign keeps the prices of its check; 0 for not at all. */
  readonly priceLockHours: number;
  readonly webhookUrl: string | null;
  readonly createdAt: Date;
}

/** Opens an account with nothing in it, with the record of who opened it. */
export async function openAccount(pool: Pool, account: NewAccount, actor: Actor): Promise<AccountId> {
  return inTransaction(pool, async (tx) => {
    const accountId = await createAccount(tx, account);
    await recordAction(tx, {
      ...actor,
      action: 'account_create',
      accountId,
      subject: 'account',
      details: account,
    });
    return accountId;
  });
}

/** Changes how many requests per second an account may make; false when there is no such account. */
export async function setRateLimit(
  pool: Pool,
  accountId: AccountId,
  perSecond: number,
  actor: Actor,
): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ rate_limit_per_second: number }>({
      text: 'SELECT rate_limit_per_second FROM accounts WHERE id = $1 FOR NO KEY UPDATE',
      values: [uuidOf('acc', accountId)],
    });
    const before = rows[0];
    if (before === undefined) return false;
    await tx.query({
      text: 'UPDATE accounts SET rate_limit_per_second = $2 WHERE id = $1',
      values: [uuidOf('acc', accountId), perSecond],
    });
    const details = { rate_limit_per_second: perSecond };
    await recordAction(tx, {
      ...actor,
      action: 'account_rate',
      accountId,
      subject: 'account',
      before,
      details,
    });
    return true;
  });
}

/** What an account may buy, and at which price. */
export interface ContractedPrice {
  readonly bundleId: string;
  readonly bundleName: string;
  readonly networkId: string;
  readonly price: MinorUnits;
  readonly withdrawn: boolean;
}

/** The contracted prices of an account, by bundle. */
export async function listPrices(db: Pool, accountId: AccountId): Promise<ContractedPrice[]> {
  const { rows } = await db.query<ContractedPrice>({
    text: `
      SELECT b.id AS "bundleId", b.name AS "bundleName", b.network_id AS "networkId", ab.price,
             b.withdrawn_at IS NOT NULL AS withdrawn
        FROM account_bundles ab
        JOIN bundles b ON b.id = ab.bundle_id
       WHERE ab.account_id = $1
       ORDER BY b.network_id, b.id`,
    values: [uuidOf('acc', accountId)],
  });
  return rows;
}

/** A bundle's price for an account; null stops selling it to the account. */
export interface PriceChange {
  readonly bundleId: string;
  readonly price: MinorUnits | null;
}

export type PricesChanged =
  | { readonly kind: 'changed' }
  /** Nothing was changed. */
  | { readonly kind: 'unknown_bundles'; readonly bundleIds: readonly string[] };

/**
 * Changes prices of an account, all or none of them; the record holds what they were before.
 * @throws ApprovalMissing while another operator must approve it.
 */
export async function changePrices(
  pool: Pool,
  accountId: AccountId,
  changes: readonly PriceChange[],
  actor: Actor,
): Promise<PricesChanged> {
  const { changed, clearance } = await inTransaction(pool, async (tx) => {
    await lockAccount(tx, accountId);
    const before = await pricesBefore(tx, accountId, changes);
    const bundleIds = changes.flatMap(({ bundleId }) => (before.has(bundleId) ? [] : [bundleId]));
    if (bundleIds.length > 0) return { changed: { kind: 'unknown_bundles', bundleIds } as const };
    const clearance = await clearStaffAction(tx, toStaffAction(accountId, changes), actor);
    if (clearance.kind === 'unapproved') return { changed: { kind: 'changed' } as const, clearance };

    await writePrices(tx, accountId, changes);
    const details = changes.map(({ bundleId, price }) => ({
      bundleId,
      from: before.get(bundleId),
      to: price,
    }));
    await recordAction(tx, {
      ...actor,
      action: 'account_prices',
      accountId,
      subject: 'prices',
      details: {
        prices: details,
        ...(clearance.approvalId === null ? {} : { approval: clearance.approvalId }),
      },
    });
    return { changed: { kind: 'changed' } as const, clearance };
  });
  if (clearance !== undefined) requireCleared(clearance);
  return changed;
}

/** The same changes in another order are the same action. */
function toStaffAction(accountId: AccountId, changes: readonly PriceChange[]): StaffAction {
  const prices = changes.map(({ bundleId, price }) => `${bundleId}=${price ?? 'none'}`).sort();
  return { kind: 'account_prices', accountId, amount: 0, currency: '', terms: { prices } };
}

async function pricesBefore(
  tx: PoolClient,
  accountId: AccountId,
  changes: readonly PriceChange[],
): Promise<Map<string, MinorUnits | null>> {
  const { rows } = await tx.query<{ id: string; price: number | null }>({
    text: `
      SELECT b.id, ab.price
        FROM bundles b
        LEFT JOIN account_bundles ab ON ab.bundle_id = b.id AND ab.account_id = $1
       WHERE b.id = ANY ($2::text[])`,
    values: [uuidOf('acc', accountId), changes.map(({ bundleId }) => bundleId)],
  });
  return new Map(rows.map(({ id, price }) => [id, price]));
}

async function writePrices(
  tx: PoolClient,
  accountId: AccountId,
  changes: readonly PriceChange[],
): Promise<void> {
  await tx.query({
    text: `
      WITH changes AS (
        SELECT * FROM unnest($2::text[], $3::bigint[]) AS c (bundle_id, price)
      ), stopped AS (
        DELETE FROM account_bundles ab
         USING changes c
         WHERE ab.account_id = $1 AND ab.bundle_id = c.bundle_id AND c.price IS NULL
      )
      INSERT INTO account_bundles (account_id, bundle_id, price)
      SELECT $1, bundle_id, price FROM changes WHERE price IS NOT NULL
      ON CONFLICT (account_id, bundle_id) DO UPDATE SET price = excluded.price`,
    values: [
      uuidOf('acc', accountId),
      changes.map(({ bundleId }) => bundleId),
      changes.map(({ price }) => price),
    ],
  });
}
