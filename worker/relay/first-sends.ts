import type { PurchaseId } from '../../domain/ids.ts';

/** Which of the purchases that this process started have come to their first send. */
export interface FirstSends {
  /** To be told of each purchase that is about to be sent. */
  begun(purchaseId: PurchaseId): void;
  /**
   * Resolves to true when this process begins to send the purchase; to false after a while in any case, for another one may
   * do it.
   */
  of(purchaseId: PurchaseId, patienceMs: number): Promise<boolean>;
}

export function createFirstSends(): FirstSends {
  const awaited = new Map<PurchaseId, (here: boolean) => void>();
  return {
    begun: (purchaseId) => awaited.get(purchaseId)?.(true),
    of(purchaseId, patienceMs) {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const end = (here: boolean) => {
        clearTimeout(timer);
        // The purchase may be awaited anew by now.
        if (awaited.get(purchaseId) === end) awaited.delete(purchaseId);
        resolve(here);
      };
      const timer = setTimeout(end, patienceMs, false).unref();
      awaited.set(purchaseId, end);
      return promise;
    },
  };
}
