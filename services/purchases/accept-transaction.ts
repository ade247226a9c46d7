import type { Pool, PoolClient } from 'pg';
import { type LockedAccount, lockAccount } from '../../db/accounts/lock.ts';
import { alertIfLow } from '../../db/accounts/low-balance.ts';
import {
  type AcceptedRow,
  insertAccepted,
  type ReleasingBatch,
  readCreatedAt,
  readKnown,
  readReleasing,
} from '../../db/purchases/accept.ts';
import { readRecentPurchases } from '../../db/purchases/recent.ts';
import { countAcceptedByKeys, readKeySpending } from '../../db/rules/key-caps.ts';
import { readRules } from '../../db/rules/row-rules.ts';
import { countAccepted } from '../../db/rules/spending.ts';
import { type Commit, inTransaction, TransactionError } from '../../db/transaction.ts';
import { newUuid } from '../../domain/crypto/new-id.ts';
import type { SecretsKeys } from '../../domain/crypto/sealed-secret.ts';
import type { AccountId, BatchId, KeyId } from '../../domain/ids.ts';
import { type MinorUnits, sum } from '../../domain/money/money.ts';
import { type AcceptVerdict, atPrice, decide, type NetworkTerms } from '../../domain/purchase/accept.ts';
import { isWatching, NO_RECENT_PURCHASES, type RecentPurchases } from '../../domain/purchase/repeat.ts';
import { NO_CAPPED_KEYS, type SpendingOfKeys } from '../../domain/rules/key-spending.ts';
import { toRowRules, toSpending } from '../rules/read-rules.ts';
import type { BuyRequest, BuyResult } from './buy-request.ts';

/** Placeholder when no row is inserted. */
const NOTHING_CREATED = new Date(0);

/** The decisions on a group of requests, before any of it is written. */
export interface Decision {
  readonly account: LockedAccount;
  /** Whether what is accepted counts against a limit of a day or a month. */
  readonly isCounted: boolean;
  /** The keys whose caps count what is accepted. */
  readonly cappedKeys: SpendingOfKeys;
  /** Without rows whose batch or release was stopped. */
  readonly rows: ReadonlyMap<BuyRequest, Undated>;
}

/** Takes the account's lock, reads what is known under it, and decides every request. */
export async function decideIn(
  tx: PoolClient,
  networks: ReadonlyMap<string, NetworkTerms>,
  accountId: AccountId,
  requests: readonly BuyRequest[],
  keys: SecretsKeys | null,
): Promise<Decision> {
  const numbers = requests.map(({ phoneNumber }) => phoneNumber);
  const bundleIds = [...new Set(requests.map(({ bundleId }) => bundleId))];
  // Sent together and run in this order: statements after the lock read under it.
  const [account, releasing, { known, ported, unavailable }, recent, stored] = await Promise.all([
    lockAccount(tx, accountId),
    readReleasing(tx, accountId, listBatches(requests)),
    readKnown(
      tx,
      accountId,
      requests.map((request) => request.reference),
      numbers,
    ),
    readRepeats(tx, accountId, requests),
    readRules(tx, accountId, bundleIds),
  ]);
  const rules = await toRowRules(tx, keys, accountId, stored, numbers);
  const open = requests.filter(
    ({ release }) => release === null || releasing.get(release.batchId)?.epoch === release.epoch,
  );
  const left = new Map(
    [...releasing].flatMap(([id, batch]) => (batch.left === null ? [] : [[id, batch.left]])),
  );
  const terms = { known, ported, recent, networks: closing(networks, unavailable), left, rules };
  const spending = toSpending(stored, releasing);
  // Judged under the account's lock, so that no row is bought at a locked price after the lock has ended.
  const priced = open.map((request) => ofKey(atPrice(request, lockedPrice(request, releasing)), releasing));
  const cappedKeys =
    stored?.hasKeyCaps === true ? await readKeySpending(tx, accountId, listKeys(priced)) : NO_CAPPED_KEYS;
  const verdicts = decide({ available: account.available, ...terms, spending, ofKeys: cappedKeys }, priced);
  return {
    account,
    isCounted: stored !== null && (stored.dayLimit ?? stored.monthLimit) !== null,
    cappedKeys,
    rows: new Map(
      open.map((request, index) => [request, undated(priced[index] ?? request, verdicts[index])]),
    ),
  };
}

/** A row is bought with the key that started its batch. */
function ofKey(request: BuyRequest, releasing: ReadonlyMap<BatchId, ReleasingBatch>): BuyRequest {
  const keyId = request.release === null ? null : (releasing.get(request.release.batchId)?.keyId ?? null);
  return keyId === null ? request : { ...request, keyId };
}

function listKeys(requests: readonly BuyRequest[]): KeyId[] {
  return [...new Set(requests.flatMap(({ keyId }) => keyId ?? []))];
}

/** The price of a row whose batch keeps the prices of its check; null where the price of the day counts. */
function lockedPrice(
  { release, checkedPrice }: BuyRequest,
  releasing: ReadonlyMap<BatchId, ReleasingBatch>,
): MinorUnits | null {
  const isLocked = release !== null && releasing.get(release.batchId)?.pricesLocked === true;
  return isLocked ? (checkedPrice ?? null) : null;
}

/** What the requests with a window could repeat. Requests without one cost no look-up. */
async function readRepeats(
  tx: PoolClient,
  accountId: AccountId,
  requests: readonly BuyRequest[],
): Promise<RecentPurchases> {
  const watched = requests.filter(isWatching);
  if (watched.length === 0) return NO_RECENT_PURCHASES;
  const hours = Math.max(
    ...watched.map(({ repeatWindowHours, repeatSince }) =>
      Math.max(repeatWindowHours, repeatSince?.hours ?? 0),
    ),
  );
  return readRecentPurchases(tx, accountId, watched, hours);
}

/** Networks' terms, which may be a second old, with those closed that accept no purchases now. */
function closing(
  networks: ReadonlyMap<string, NetworkTerms>,
  unavailable: ReadonlySet<string>,
): ReadonlyMap<string, NetworkTerms> {
  if (unavailable.size === 0) return networks;
  const closed = [...networks].map(
    ([id, terms]) => [id, unavailable.has(id) ? { ...terms, accepting: false } : terms] as const,
  );
  return new Map(closed);
}

/** Writes the accepted purchases, and returns when they were created. */
export async function write(
  tx: PoolClient,
  commit: Commit,
  accountId: AccountId,
  { account, isCounted, cappedKeys, rows }: Decision,
): Promise<Date> {
  const accepted = selectAccepted(rows);
  const total = sum(accepted.map(({ offer }) => offer.price));
  const [first] = accepted;
  const [createdAt] = await Promise.all([
    accepted.length === 0 ? NOTHING_CREATED : insertAccepted(tx, accountId, account, accepted),
    alertIfLow(tx, accountId, account, account.available - total),
    isCounted && first !== undefined ? countAccepted(tx, accountId, first.purchaseId, total) : null,
    cappedKeys.size > 0 && first !== undefined
      ? countAcceptedByKeys(tx, accountId, first.purchaseId, sumByKey(accepted, cappedKeys))
      : null,
    commit(),
  ]);
  return createdAt;
}

/**
 * Finds out the outcome after a COMMIT that was not answered, or after which the transaction failed. The account's lock is free
 * only when that transaction has ended, so a read under the lock sees the outcome, and one purchase stands for all.
 * @returns when they were created.
 * @throws TransactionError `rolled_back` when nothing was bought, `unknown` when this read fails too.
 */
export async function requireCommitted(
  pool: Pool,
  accountId: AccountId,
  { rows }: Decision,
  cause: TransactionError,
): Promise<Date> {
  const [bought] = selectAccepted(rows);
  if (bought === undefined) return NOTHING_CREATED;

  let createdAt: Date | null;
  try {
    createdAt = await inTransaction(pool, async (tx) => {
      await lockAccount(tx, accountId);
      return readCreatedAt(tx, accountId, bought.purchaseId);
    });
  } catch (error) {
    throw new TransactionError('unknown', error);
  }
  // Not the transaction's own error, which says that its outcome is unknown: the API would not say that the database was away.
  if (createdAt === null) throw new TransactionError('rolled_back', cause.cause);
  return createdAt;
}

/** What was accepted with each of these keys. */
function sumByKey(accepted: readonly AcceptedRow[], keys: SpendingOfKeys): Map<KeyId, MinorUnits> {
  const totals = new Map([...keys.keys()].map((keyId) => [keyId, 0]));
  for (const { keyId = null, offer } of accepted) {
    const before = keyId === null ? undefined : totals.get(keyId);
    if (keyId !== null && before !== undefined) totals.set(keyId, before + offer.price);
  }
  return totals;
}

function selectAccepted(rows: Decision['rows']): Extract<Undated, { kind: 'to_insert' }>[] {
  return [...rows.values()].filter((row) => row.kind === 'to_insert');
}

/** A verdict with the row to be written, before the clock was read. */
type Undated = Exclude<BuyResult, { kind: 'accepted' }> | ({ readonly kind: 'to_insert' } & AcceptedRow);

function undated(request: BuyRequest, verdict: AcceptVerdict | undefined): Undated {
  if (verdict === undefined) throw new TypeError('a request without a verdict');
  if (verdict.kind !== 'accepted') return verdict;
  const { offer, resolveWithinMs } = verdict;
  const batchId = request.release?.batchId ?? null;
  return { ...request, kind: 'to_insert', outboxId: newUuid(), offer, resolveWithinMs, batchId };
}

function listBatches(requests: readonly BuyRequest[]): BatchId[] {
  return [...new Set(requests.flatMap(({ release }) => (release === null ? [] : [release.batchId])))];
}
