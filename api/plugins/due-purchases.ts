import type { Pool } from 'pg';
import { findOverdueOf, isAnyOverdue, type Shown } from '../../db/purchases/guard.ts';
import { findPurchaseDue } from '../../db/purchases/purchases.ts';
import type { AccountId, PurchaseId } from '../../domain/ids.ts';
import type { Purchase } from '../../domain/purchase/purchase.ts';
import type { Expirer } from '../../services/purchases/expire.ts';

/** An answer may take so long to leave: what is due by then is settled before it is read. */
const AHEAD_MS = 250;
const PAGE = 512;
/** Longest that a reader waits for purchases to be settled; it then gets an error, not a state that is no longer true. */
const WAIT_MS = 5_000;

/** Settles purchases that are due before they are shown: no answer after `resolve_by` says `pending`, worker or no worker. */
export interface DuePurchases {
  /**
   * Settles what is due of an account, then reads through `db`; one index look-up more where nothing is due.
   * @throws where a purchase that is due could not be settled within 5 s and `pendingIn` says that the answer shows it, or a
   * batch of it: the answer is a 500. Where it shows none, what could not be settled is no reason to refuse it.
   */
  settleThenRead<T>(
    db: Pool,
    accountId: AccountId,
    read: () => Promise<T>,
    pendingIn?: (found: T) => Shown,
  ): Promise<T>;
  /** Reads a purchase through `db`, settled first where it is due; null when the account has none. @throws where it cannot be settled within 5 s. */
  find(db: Pool, accountId: AccountId, id: PurchaseId): Promise<Purchase | null>;
}

/** The connections of `expirer` are not those of the readers, so that they keep no purchase from being settled. */
export function createDuePurchases(expirer: Expirer): DuePurchases {
  const settle = async (accountId: AccountId, purchaseIds: readonly PurchaseId[]) => {
    const request = { accountId, purchaseIds, endWorkflow: true };
    const results = await expirer.expire(request, AbortSignal.timeout(WAIT_MS));
    for (const result of results) if ('error' in result) throw result.error;
  };
  const settleAll = createSharedSettling(settle);

  return {
    async settleThenRead(db, accountId, read, pendingIn = () => ({})) {
      const due = await findOverdueOf(db, accountId, AHEAD_MS, PAGE);
      if (due.length === 0) return read();
      const fault = await faultOf(inTime(settleAll(db, accountId, due)));
      if (fault !== null && (await isAnyOverdue(db, accountId, AHEAD_MS, pendingIn(await read()))))
        throw fault;
      // Read once more after a fault: what was settled just before the look-up may have been read as pending.
      return read();
    },

    async find(db, accountId, id) {
      const found = await findPurchaseDue(db, accountId, id, AHEAD_MS);
      if (found === null || !found.isDue) return found?.purchase ?? null;
      await inTime(settle(accountId, [id]));
      return (await findPurchaseDue(db, accountId, id, AHEAD_MS))?.purchase ?? null;
    },
  };
}

type Settle = (accountId: AccountId, purchaseIds: readonly PurchaseId[]) => Promise<void>;

/** Settles page by page until nothing is due. Readers of one account wait for the page that is under way, then look again. */
function createSharedSettling(settle: Settle) {
  const underWay = new Map<AccountId, Promise<void>>();
  const start = (accountId: AccountId, due: readonly PurchaseId[]) => {
    const settling = settle(accountId, due).finally(() => underWay.delete(accountId));
    underWay.set(accountId, settling);
    return settling;
  };

  return async (db: Pool, accountId: AccountId, first: readonly PurchaseId[]): Promise<void> => {
    const until = performance.now() + WAIT_MS;
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

/** Settling continues when its reader has been answered; it is only not waited for. */
async function inTime(settling: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not settled within ${WAIT_MS} ms`)), WAIT_MS);
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
