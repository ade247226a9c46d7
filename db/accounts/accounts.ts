import type { Pool, PoolClient } from 'pg';
import { manualEntry } from '../../domain/approvals/staff.ts';
import { newId, newUuid } from '../../domain/crypto/new-id.ts';
import { type AccountId, type ApprovalId, idFromUuid, type KeyId, uuidOf } from '../../domain/ids.ts';
import type { Balance } from '../../domain/money/account.ts';
import { type MinorUnits, minorUnits } from '../../domain/money/money.ts';
import { postMovement } from '../../domain/purchase/movements.ts';
import type { Reader } from '../account-reads.ts';
import { clearStaffAction } from '../approvals/staff/clear.ts';
import { requireCleared } from '../approvals/staff/missing.ts';
import { type Actor, recordAction } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';
import { isExactDay } from './exact-day.ts';
import { lockAccount } from './lock.ts';
import { alertIfLow } from './low-balance.ts';

/** Who a request is for. */
export interface Caller {
  readonly accountId: AccountId;
  readonly livemode: boolean;
  readonly currency: string;
  readonly rateLimitPerSecond: number;
  /** CIDRs from which its keys may be used; none means anywhere. */
  readonly allowedRanges: readonly string[];
}

/** A key that works now, with its account. */
export interface WorkingKey {
  readonly keyId: KeyId;
  readonly scopes: readonly string[];
  readonly caller: Caller;
}

type WorkingKeyRow = Omit<Caller, 'accountId'> &
  Pick<WorkingKey, 'scopes'> &
  Record<'id' | 'key_id' | 'hash', string>;

/** These keys, by their hashes and in order; null for one that is unknown, revoked or expired. */
export async function findWorkingKeys(
  db: Pool,
  keyHashes: readonly Buffer[],
): Promise<(WorkingKey | null)[]> {
  const { rows } = await db.query<WorkingKeyRow>({
    name: 'find-working-keys',
    text: `
      WITH clock AS MATERIALIZED (
        SELECT app_now() AS at
      ), found AS (
        SELECT key_hash AS hash, id, account_id, scopes
          FROM api_keys, clock
         WHERE key_hash = ANY ($1::bytea[]) AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > at)
         UNION ALL
        SELECT former_hash, id, account_id, scopes
          FROM api_keys, clock
         WHERE former_hash = ANY ($1::bytea[]) AND former_until > at
           AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > at)
      )
      SELECT encode(k.hash, 'hex') AS hash, k.id AS key_id, k.scopes, a.id, a.livemode, a.currency,
             a.rate_limit_per_second AS "rateLimitPerSecond",
             ARRAY(SELECT r.range::text
                     FROM account_allowed_ranges r
                    WHERE r.account_id = a.id) AS "allowedRanges"
        FROM found k
        JOIN accounts a ON a.id = k.account_id`,
    values: [keyHashes],
  });
  const keys = new Map(
    rows.map(({ hash, id, key_id, scopes, ...caller }) => [
      hash,
      { keyId: idFromUuid('key', key_id), scopes, caller: { ...caller, accountId: idFromUuid('acc', id) } },
    ]),
  );
  return keyHashes.map((hash) => keys.get(hash.toString('hex')) ?? null);
}

/** The balance of an account. @throws TypeError when there is no such account. */
export async function readBalance(db: Reader, accountId: AccountId): Promise<Balance> {
  const { rows } = await db.query<Balance>({
    name: 'read-balance',
    text: `SELECT available, held, currency, updated_at AS "updatedAt" FROM accounts WHERE id = $1`,
    values: [uuidOf('acc', accountId)],
  });
  if (rows[0] === undefined) throw new TypeError(`no account ${accountId}`);
  return rows[0];
}

export interface NewAccount {
  readonly name: string;
  readonly livemode: boolean;
  readonly currency: string;
  readonly rateLimitPerSecond: number;
}

/** Opens an account with nothing in it. */
export async function createAccount(tx: Pool | PoolClient, account: NewAccount): Promise<AccountId> {
  const id = newId('acc');
  await tx.query({
    text: `INSERT INTO accounts (id, name, livemode, currency, rate_limit_per_second) VALUES ($1, $2, $3, $4, $5)`,
    values: [uuidOf('acc', id), account.name, account.livemode, account.currency, account.rateLimitPerSecond],
  });
  return id;
}

/** Stores a key by its hash. */
export async function addApiKey(
  tx: Pool | PoolClient,
  accountId: AccountId,
  keyHash: Buffer,
  lastFour: string,
): Promise<void> {
  await tx.query({
    text: `INSERT INTO api_keys (id, account_id, key_hash, last_four) VALUES ($1, $2, $3, $4)`,
    values: [newUuid(), uuidOf('acc', accountId), keyHash, lastFour],
  });
}

/** Sets where an account's webhooks go; the secret comes sealed. */
export async function setWebhookEndpoint(
  tx: Pool | PoolClient,
  accountId: AccountId,
  url: string,
  sealedSecret: Buffer,
): Promise<void> {
  await tx.query({
    text: `
      INSERT INTO webhook_endpoints (account_id, url, sealed_secret)
      VALUES ($1, $2, $3)
      ON CONFLICT (account_id) DO UPDATE
        SET url = excluded.url, sealed_secret = excluded.sealed_secret, former_sealed_secret = NULL,
            former_until = NULL, delivered_at = NULL, failures = 0, updated_at = (SELECT app_now())`,
    values: [uuidOf('acc', accountId), url, sealedSecret],
  });
}

/** Allows an account to buy a bundle at a price, or changes the price. */
export async function setAccountBundle(
  tx: Pool | PoolClient,
  accountId: AccountId,
  bundleId: string,
  price: MinorUnits,
): Promise<void> {
  await tx.query({
    text: `
      INSERT INTO account_bundles (account_id, bundle_id, price)
      VALUES ($1, $2, $3)
      ON CONFLICT (account_id, bundle_id) DO UPDATE SET price = excluded.price`,
    values: [uuidOf('acc', accountId), bundleId, price],
  });
}

/** Who moves an account's money by hand, and why. */
export type Funding = Actor & {
  readonly type: 'funding' | 'adjustment';
  /** Signed minor units; funding is positive. */
  readonly amount: MinorUnits;
};

/** A movement of money that is not allowed: nothing was done. The message says why. */
export class FundingRefused extends Error {
  override readonly name = 'FundingRefused';
}

/**
 * Books funding or an adjustment with its statement line and its record.
 * @throws FundingRefused without an operator's name, a reason, or an exact amount that is not zero.
 * @throws ApprovalMissing while another operator must approve it.
 * @throws TransactionError around FundingRefused when the adjustment would take the available balance below zero, or the day's
 * movements by hand above what can be counted exactly.
 */
export async function fundAccount(pool: Pool, accountId: AccountId, funding: Funding): Promise<Balance> {
  refuseUnfit(funding);
  const { type, amount, ...actor } = funding;
  const { clearance, balance } = await inTransaction(pool, async (tx) => {
    const { currency } = await lockAccount(tx, accountId);
    const clearance = await clearStaffAction(
      tx,
      { ...manualEntry(type, amount), accountId, currency },
      actor,
    );
    if (clearance.kind === 'clear') await postManualEntry(tx, accountId, funding, clearance.approvalId);
    // Read here: after the commit, a read that failed would look like a movement that was not booked.
    return { clearance, balance: await readBalance(tx, accountId) };
  });
  requireCleared(clearance);
  return balance;
}

/**
 * Books a movement that is cleared already, within a transaction, and takes the account's lock. Throws FundingRefused as
 * `fundAccount` does.
 * @param approvalId the approval that was used for it; null if it needed none.
 */
export async function postManualEntry(
  tx: PoolClient,
  accountId: AccountId,
  funding: Funding,
  approvalId: ApprovalId | null = null,
): Promise<void> {
  const { type, amount, ...actor } = funding;
  refuseUnfit(funding);
  const account = await lockAccount(tx, accountId);
  if (!(await isExactDay(tx, accountId, amount))) {
    throw new FundingRefused(
      'With this, more than 2^53 - 1 minor units would be moved by hand on the account today. Book it tomorrow (UTC).',
    );
  }
  const available = minorUnits(account.available + amount);
  if (available < 0) throw new FundingRefused('The available balance does not cover this.');
  await alertIfLow(tx, accountId, account, available);
  const { money, line } = postMovement({ ...account, available }, type, amount);
  await tx.query({
    name: 'fund-account',
    text: FUND,
    values: [
      uuidOf('acc', accountId),
      money.available,
      line.seq,
      newUuid(),
      line.type,
      line.amount,
      line.balanceAfter,
    ],
  });
  const details = { amount, line_seq: line.seq, ...(approvalId === null ? {} : { approval: approvalId }) };
  await recordAction(tx, { ...actor, action: type, accountId, subject: 'account', details });
}

function refuseUnfit({ type, amount, ...actor }: Funding): void {
  if ('operator' in actor) {
    if (actor.operator.trim() === '') throw new FundingRefused("Money is moved under an operator's name.");
    if (actor.reason.trim() === '')
      throw new FundingRefused('Money is moved for a reason, which the record keeps.');
  }
  if (!Number.isSafeInteger(amount) || amount === 0)
    throw new FundingRefused('The amount must be a whole number of minor units, not zero, at most 2^53 - 1.');
  if (type === 'funding' && amount < 0) throw new FundingRefused('Funding is positive; book an adjustment.');
}

const FUND = `
  WITH moved AS (
    UPDATE accounts
       SET available = $2, line_seq = $3, last_movement_at = m.at, updated_at = m.at
      FROM (SELECT greatest((SELECT app_now()), last_movement_at, sealed_until) AS at
              FROM accounts
             WHERE id = $1) m
     WHERE id = $1
    RETURNING m.at, currency
  )
  INSERT INTO statement_lines (account_id, seq, id, type, occurred_at, amount, currency, balance_after)
  SELECT $1, $3, $4, $5, at, $6, currency, $7 FROM moved`;
