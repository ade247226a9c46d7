import type { Reader } from '../../db/account-reads.ts';
import { findOverdueOf, isAnyOverdue, type Shown } from '../../db/purchases/guard.ts';
import { findPurchaseDue } from '../../db/purchases/purchases.ts';
import type { AccountId, PurchaseId } from '../../domain/ids.ts';
import type { Purchase } from '../../domain/purchase/purchase.ts';
import type { Expirer } from '../../services/purchases/expire.ts';

/** An answer may take this long to send: purchases due by then are settled before they are read. */
const AHEAD_MS = 250;
const PAGE = 512;
/** Longest time that a reader waits for settling; then it gets an error instead of an outdated state. */
const DEFAULT_WAIT_MS = 5_000;

/** Settles due purchases before they are shown. No answer after `resolve_by` has `pending`, even if no worker runs. */
export interface DuePurchases {
  /**
   * Settles the due purchases of an account, then reads through `db`. Costs one index lookup if nothing is due.
   * @throws if a due purchase could not be settled within 5 s and the answer shows it or its batch, according to `pendingIn`;
   * the answer is then 500. If the answer shows none of them, it is sent.
   */
  settleThenRead<T>(
    db: Reader,
    accountId: AccountId,
    read: () => Promise<T>,
    pendingIn?: (found: T) => Shown,
  ): Promise<T>;
  /** Reads a purchase through `db`, after settling it if it is due; null if the account has none. @throws if it cannot be settled within 5 s. */
  find(db: Reader, accountId: AccountId, id: PurchaseId): Promise<Purchase | null>;
}

/**
 * `expirer` has its own connections, so that readers cannot keep purchases from being settled.
 * @param waitMs longest time that a reader waits for settling.
 */
export function createDuePurchases(expirer: Expirer, waitMs = DEFAULT_WAIT_MS): DuePurchases {
  const settle = async (accountId: AccountId, purchaseIds: readonly PurchaseId[]) => {
    const request = { accountId, purchaseIds, endWorkflow: true };
    const results = await expirer.expire(request, AbortSignal.timeout(waitMs));
    for (const result of results) if ('error' in result) throw result.error;
  };
  const settleAll = createSharedSettling(settle, waitMs);

  return {
    async settleThenRead(db, accountId, read, pendingIn = () => ({})) {
      const due = await findOverdueOf(db, accountId, AHEAD_MS, PAGE);
      if (due.length === 0) return read();
      const fault = await faultOf(inTime(settleAll(db, accountId, due), waitMs));
      if (fault !== null && (await isAnyOverdue(db, accountId, AHEAD_MS, pendingIn(await read()))))
        throw fault;
      // Read again after a fault: a purchase settled just before the lookup may have been read as pending.
      return read();
    },

    async find(db, accountId, id) {
      const found = await findPurchaseDue(db, accountId, id, AHEAD_MS);
      if (found === null || !found.isDue) return found?.purchase ?? null;
      await inTime(settle(accountId, [id]), waitMs);
      return (await findPurchaseDue(db, accountId, id, AHEAD_MS))?.purchase ?? null;
    },
  };
}

type Settle = (accountId: AccountId, purchaseIds: readonly PurchaseId[]) => Promise<void>;

/** Settles page by page until nothing is due. Readers of one account wait for the current page, then check again. */
function createSharedSettling(settle: Settle, waitMs: number) {
  const underWay = new Map<AccountId, Promise<void>>();
  const start = (accountId: AccountId, due: readonly PurchaseId[]) => {
    const settling = settle(accountId, due).finally(() => underWay.delete(accountId));
    underWay.set(accountId, settling);
    return settling;
  };

  return async (db: Reader, accountId: AccountId, first: readonly PurchaseId[]): Promise<void> => {
    const until = performance.now() + waitMs;
    for (let due = first; due.length > 0 && performance.now() < until; ) {
      const others = underWay.get(accountId);
      await (others ?? start(accountId, due));
      if (others === undefined && due.length < PAGE) return;
      due = await findOverdueOf(db, accountId, AHEAD_MS, PAGE);
    }
  };
}

async function faultOf(work: Promise<void>): Promise<Error | null> {
  try {
    await work;
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error('not settled', { cause: error });
  }
}

/** Waits for settling for a limited time. Settling itself continues after the reader has its answer. */
async function inTime(settling: Promise<void>, waitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not settled within ${waitMs} ms`)), waitMs);
  });
  try {
    await Promise.race([settling, late]);
  } catch (error) {
    settling.catch(() => {});
    throw new Error('purchases past their resolve_by could not be settled before they were read', {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}
