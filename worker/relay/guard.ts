import type { Logger } from 'pino';
import { mayBeOneItem } from '../../db/errors.ts';
import { findOverdue, type Overdue } from '../../db/purchases/guard.ts';
import type { AccountId, PurchaseId } from '../../domain/ids.ts';
import { RESOLVE_MARGIN_MS } from '../../domain/purchase/deadline.ts';
import type { NextPass } from '../../services/loop.ts';
import type { Expirer } from '../../services/purchases/expire.ts';
import { GUARD_ACCOUNTS_MAX, type WorkerPools } from '../pools.ts';
import { createBackoff } from './backoff.ts';

export interface GuardDeps {
  readonly pools: Pick<WorkerPools, 'guard'>;
  /** Uses the guard's pool too, so that a wait for a lock takes no connection from others. */
  readonly expirer: Expirer;
  /** How long before `resolve_by` purchases are settled; must equal the ledger's margin. */
  readonly resolveMarginMs?: number;
  readonly log: Logger;
}

export interface Guard {
  /** Starts to settle due purchases and does not wait for them. */
  pass(): Promise<NextPass>;
  /** Resolves once nothing is being settled. */
  idle(): Promise<void>;
  /** Aborts inquiries at gateways. */
  stop(): void;
}

/** Most purchases of one pass; those of one account share a transaction. */
const PAGE = 512;

/**
 * The deadline guard: makes purchases final shortly before `resolve_by`, with or without Temporal. Accounts are settled
 * separately. An account whose row is locked, or a purchase that cannot be settled, is skipped for a while and then retried.
 */
export function createGuard(deps: GuardDeps): Guard {
  const { pools, expirer, log, resolveMarginMs = RESOLVE_MARGIN_MS.default } = deps;
  const busy = new Map<AccountId, Promise<void>>();
  const accounts = createBackoff<AccountId>();
  const purchases = createBackoff<PurchaseId>();
  const stopping = new AbortController();

  const settle = async (accountId: AccountId, purchaseIds: readonly PurchaseId[]) => {
    try {
      const request = { accountId, purchaseIds, endWorkflow: true };
      const results = await expirer.expire(request, stopping.signal);
      for (const { purchaseId, ...result } of results) {
        if (!('error' in result)) purchases.clear(purchaseId);
        else if (mayBeOneItem(result.error)) postponePurchase(purchaseId, result.error);
        else throw result.error;
      }
      accounts.clear(accountId);
    } catch (error) {
      const retryMs = accounts.postpone(accountId);
      const facts = { err: error, account_id: accountId, purchases: purchaseIds.length, retry_ms: retryMs };
      log.warn(facts, 'overdue purchases could not be settled; will retry');
    }
  };
  const postponePurchase = (purchaseId: PurchaseId, error: unknown) => {
    const retryMs = purchases.postpone(purchaseId);
    log.error(
      { err: error, purchase_id: purchaseId, retry_ms: retryMs },
      'overdue purchase could not be settled; will retry',
    );
  };

  return {
    async pass() {
      const leftOut = {
        accountIds: [...busy.keys(), ...accounts.waiting()],
        purchaseIds: purchases.waiting(),
      };
      const overdue = await findOverdue(pools.guard, resolveMarginMs, PAGE, leftOut);
      for (const [accountId, purchaseIds] of byAccount(overdue)) {
        if (busy.size >= GUARD_ACCOUNTS_MAX) break;
        const settling = settle(accountId, purchaseIds).finally(() => busy.delete(accountId));
        busy.set(accountId, settling);
      }
      return overdue.length === 0 ? 'done' : 'soon';
    },
    async idle() {
      while (busy.size > 0) await Promise.all(busy.values());
    },
    stop: () => stopping.abort(),
  };
}

function byAccount(overdue: readonly Overdue[]): Map<AccountId, PurchaseId[]> {
  const groups = new Map<AccountId, PurchaseId[]>();
  for (const { accountId, purchaseId } of overdue) {
    const group = groups.get(accountId);
    if (group === undefined) groups.set(accountId, [purchaseId]);
    else group.push(purchaseId);
  }
  return groups;
}
