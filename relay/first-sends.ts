import type { PurchaseId } from '../domain/ids.ts';

/** Which of the purchases that this process started have come to their first send. */
export interface FirstSends {
  /** To be told of each purchase that is about to be sent. */
  begun(purchaseId: PurchaseId): void;
  /** Resolves when this process begins to send the purchase; after a while in any case, for another one may do it. */
  of(purchaseId: PurchaseId): Promise<void>;
}

/** Far longer than a send takes to begin. */
const PATIENCE_MS = 1_000;

export function createFirstSends(): FirstSends {
  const awaited = new Map<PurchaseId, () => void>();
  return {
    begun: (purchaseId) => awaited.get(purchaseId)?.(),
    of(purchaseId) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const end = () => {
        clearTimeout(timer);
        awaited.delete(purchaseId);
        resolve();
      };
      const timer = setTimeout(end, PATIENCE_MS).unref();
      awaited.set(purchaseId, end);
      return promise;
    },
  };
}
