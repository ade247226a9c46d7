import type { AccountId, PurchaseId } from '../../domain/ids.ts';
import type { SettleOutcome } from '../../domain/purchase/settlement.ts';
import type { ExpiryVerdict } from '../../domain/purchase/verdict.ts';
import type { Ledger } from './ports.ts';
import type { WaitingCallbacks } from './waiting-callbacks.ts';

/** Purchases of one account that are due for settling. */
export interface ExpireRequest {
  readonly accountId: AccountId;
  readonly purchaseIds: readonly PurchaseId[];
  /** Whether a workflow may still wait for them and must be notified; false if the workflow itself asks. */
  readonly endWorkflow: boolean;
}

/** The result for one of them. */
export type Expired = { readonly purchaseId: PurchaseId } & (
  | { readonly verdict: ExpiryVerdict }
  | { readonly error: unknown }
);

/** Settles purchases that are due. */
export interface Expirer {
  /**
   * Settles purchases that are due, each separately. A signed callback that was received but not handled goes first: its process
   * may have died, and a confirmation counts from when it was received. An unsigned callback is only a hint, so no deadline waits
   * for it.
   */
  expire(request: ExpireRequest, signal: AbortSignal): Promise<Expired[]>;
}

export interface ExpirerPorts {
  readonly ledger: Ledger;
  readonly waiting: WaitingCallbacks;
}

export function createExpirer({ ledger, waiting }: ExpirerPorts): Expirer {
  return {
    async expire({ accountId, purchaseIds, endWorkflow }, signal) {
      const unheard = await waiting.handle(purchaseIds, signal);
      return Promise.all(
        purchaseIds.map(async (purchaseId): Promise<Expired> => {
          // It may have been confirmed in time, so it must not expire.
          const fault = unheard.get(purchaseId);
          if (fault !== undefined) return { purchaseId, error: fault };
          try {
            const request = { purchaseId, report: { kind: 'expired' } as const, endWorkflow };
            return { purchaseId, verdict: toVerdict(await ledger.settle(accountId, request)) };
          } catch (error) {
            return { purchaseId, error };
          }
        }),
      );
    },
  };
}

function toVerdict(outcome: SettleOutcome | null): ExpiryVerdict {
  if (outcome?.kind === 'settled') return { kind: 'settled', report: 'expired' };
  return { kind: outcome?.kind === 'already_final' ? 'already_final' : 'not_due' };
}
