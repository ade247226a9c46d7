import type { Pool } from 'pg';
import { mayBeOneItem } from '../../db/errors.ts';
import { findOpenCallbacksOf } from '../../db/purchases/callbacks.ts';
import type { PurchaseId } from '../../domain/ids.ts';
import { clearanceOf } from '../../domain/network/failover.ts';
import type { CallbackHandler } from './handle-callback.ts';
import type { OutcomeRecorder } from './record-outcome.ts';
import type { Router } from './routes/router.ts';

/** Signed callbacks that were received but not handled yet, because their process died or is still about it. */
export interface WaitingCallbacks {
  /**
   * Handles those about these purchases, in order of arrival. Returns the purchases with a callback that could not be handled,
   * with the error.
   * @param receivedBefore handles only callbacks that arrived before this time of the database's clock.
   */
  handle(
    purchaseIds: readonly PurchaseId[],
    signal: AbortSignal,
    receivedBefore?: Date,
  ): Promise<Map<PurchaseId, unknown>>;
}

export interface WaitingCallbacksPorts {
  readonly pool: Pool;
  readonly callbacks: Pick<CallbackHandler, 'handle'>;
}

export function createWaitingCallbacks({ pool, callbacks }: WaitingCallbacksPorts): WaitingCallbacks {
  return {
    async handle(purchaseIds, signal, receivedBefore) {
      const faults = new Map<PurchaseId, unknown>();
      for (const { purchaseId, callback } of await findOpenCallbacksOf(pool, purchaseIds)) {
        if (faults.has(purchaseId)) continue;
        if (receivedBefore !== undefined && callback.raw.receivedAt >= receivedBefore) continue;
        try {
          await callbacks.handle(callback, signal);
        } catch (error) {
          if (!mayBeOneItem(error)) throw error;
          faults.set(purchaseId, error);
        }
      }
      return faults;
    },
  };
}

/** Longest time for the callbacks that wait for one purchase. */
const HANDLING_MS = 10_000;

/**
 * Handles the callbacks that wait for one purchase, before a report about it is booked that may be late: such a report makes the
 * purchase fail, although a callback may have confirmed it in time.
 * @throws if one of them cannot be handled.
 */
export async function handleWaiting(
  waiting: WaitingCallbacks,
  purchaseId: PurchaseId,
  receivedBefore?: Date,
): Promise<void> {
  const faults = await waiting.handle([purchaseId], AbortSignal.timeout(HANDLING_MS), receivedBefore);
  if (faults.has(purchaseId)) throw faults.get(purchaseId);
}

/**
 * Outcomes that let earlier callbacks go first.
 * @param outcomes books reports as they come; `waiting` must use these, so that it waits for no further callback.
 */
export function letCallbacksGoFirst(outcomes: OutcomeRecorder, waiting: WaitingCallbacks): OutcomeRecorder {
  return {
    book: outcomes.book,
    async apply(purchase, outcome, origin) {
      if (purchase.isDueSoon) await handleWaiting(waiting, purchase.purchaseId, origin.receivedAt);
      return outcomes.apply(purchase, outcome, origin);
    },
  };
}

/** A router that lets callbacks go first: one of them may show that a gateway has the order that an inquiry did not find. */
export function hearBeforeClearing(router: Router, waiting: WaitingCallbacks): Router {
  return {
    ...router,
    async clear(order, answer) {
      const mayClear = clearanceOf(answer) === 'never_received' && order.status === 'pending';
      if (mayClear && router.hasSeveral(order.networkId, order.livemode)) {
        await handleWaiting(waiting, order.purchaseId);
      }
      return router.clear(order, answer);
    },
  };
}
