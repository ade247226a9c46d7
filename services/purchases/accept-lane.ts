import type { Pool } from 'pg';
import type { LockedAccount } from '../../db/accounts/lock.ts';
import { isDataError, isDeadlock } from '../../db/errors.ts';
import type { AcceptedRow } from '../../db/purchases/accept.ts';
import { inTransaction, TransactionError } from '../../db/transaction.ts';
import type { SecretsKeys } from '../../domain/crypto/sealed-secret.ts';
import type { AccountId } from '../../domain/ids.ts';
import { networkQueue } from '../../domain/network/queues.ts';
import type { NetworkTerms } from '../../domain/purchase/accept.ts';
import type { Order, Purchase } from '../../domain/purchase/purchase.ts';
import { createLanes, type LaneObserver } from '../lane.ts';
import { type Decision, decideIn, requireCommitted, write } from './accept-transaction.ts';
import type { BuyRequest, BuyResult } from './buy-request.ts';

/** Most purchases that one transaction of an account accepts. */
const GROUP_CAP = 1_024;

/** Two transactions' worth: further requests would wait long, so they are refused immediately. */
const WAITING_MAX = 2 * GROUP_CAP;
/** If a full transaction's worth waits and its first request has waited this long, further requests are refused. */
const WAITED_MS_MAX = 100;

export interface AcceptLane {
  /**
   * Buys, or returns why not.
   * @throws Overloaded when too many wait: nothing was bought.
   * @throws Withdrawn when `signal` aborts before the transaction starts: nothing was bought.
   * @throws TransactionError `rolled_back` when nothing was bought; `unknown` when the outcome cannot be found out now: then do
   * not answer the client.
   */
  buy(accountId: AccountId, request: BuyRequest, signal?: AbortSignal): Promise<BuyResult>;
  /** Whether `buy` would throw Overloaded now. */
  isFull(accountId: AccountId): boolean;
  idle(): Promise<void>;
}

export interface AcceptLaneDeps {
  readonly pool: Pool;
  readonly networks: () => ReadonlyMap<string, NetworkTerms>;
  /** Called after each commit with the queues that have new rows, to wake the relay. */
  readonly onOutbox: (queues: ReadonlySet<string>) => void;
  readonly onGroup?: LaneObserver;
  /** Opens the keys of blocklists. Without them, an account that has a blocklist buys nothing. */
  readonly secretsKeys?: SecretsKeys | null;
}

/** The accept lanes of this process: holds and purchases of one account, many in one transaction. */
export function createAcceptLane(deps: AcceptLaneDeps): AcceptLane {
  const lanes = createLanes<AccountId, BuyRequest, BuyResult>({
    cap: GROUP_CAP,
    isFull: (waiting, waitedMs) =>
      waiting >= WAITING_MAX || (waiting >= GROUP_CAP && waitedMs > WAITED_MS_MAX),
    shouldRetryIndividually: isDataError,
    shouldRepeat: isDeadlock,
    ...(deps.onGroup === undefined ? {} : { onGroup: deps.onGroup }),
    work: (accountId, requests) => acceptGroup(deps, accountId, requests),
  });
  return {
    buy: (accountId, request, signal) => lanes.run(accountId, request, signal),
    isFull: (accountId) => lanes.isFull(accountId),
    idle: () => lanes.idle(),
  };
}

async function acceptGroup(
  deps: AcceptLaneDeps,
  accountId: AccountId,
  requests: readonly BuyRequest[],
): Promise<BuyResult[]> {
  // Decided before COMMIT is sent, so it is known even if the connection then breaks.
  const decided: { last: Decision | null } = { last: null };
  let createdAt: Date;
  try {
    createdAt = await inTransaction(deps.pool, async (tx, commit) => {
      decided.last = await decideIn(tx, deps.networks(), accountId, requests, deps.secretsKeys ?? null);
      return write(tx, commit, accountId, decided.last);
    });
  } catch (error) {
    if (!(error instanceof TransactionError) || error.outcome === 'rolled_back' || decided.last === null)
      throw error;
    createdAt = await requireCommitted(deps.pool, accountId, decided.last, error);
  }
  const results = toResults(accountId, requests, decided.last, createdAt);
  deps.onOutbox(listQueues(results));
  return results;
}

function toResults(
  accountId: AccountId,
  requests: readonly BuyRequest[],
  decision: Decision | null,
  createdAt: Date,
): BuyResult[] {
  if (decision === null) throw new TypeError('a group that was written, but not decided');
  const { account, rows } = decision;
  return requests.map((request): BuyResult => {
    const row = rows.get(request) ?? { kind: 'batch_stopped' };
    if (row.kind !== 'to_insert') return row;
    return { kind: 'accepted', purchase: pendingPurchase(accountId, account, row, createdAt) };
  });
}

function pendingPurchase(
  accountId: AccountId,
  account: LockedAccount,
  row: AcceptedRow,
  createdAt: Date,
): Purchase {
  const { offer } = row;
  const order: Order = {
    id: row.purchaseId,
    accountId,
    livemode: account.livemode,
    reference: row.reference,
    phoneNumber: row.phoneNumber,
    networkId: offer.networkId,
    bundle: {
      id: offer.bundleId,
      name: offer.name,
      dataMb: offer.dataMb,
      validityHours: offer.validityHours,
    },
    price: offer.price,
    currency: account.currency,
    metadata: row.metadata,
    batchId: row.batchId,
    createdAt,
    resolveBy: new Date(createdAt.getTime() + row.resolveWithinMs),
  };
  return { order, state: { status: 'pending' } };
}

function listQueues(results: readonly BuyResult[]): Set<string> {
  const queues = new Set<string>();
  for (const result of results) {
    if (result.kind !== 'accepted') continue;
    queues.add(networkQueue(result.purchase.order.networkId, result.purchase.order.livemode));
  }
  return queues;
}
