import { type PurchaseId, readId } from './ids.ts';

/** The outbox queue and Temporal task queue of a network; test-mode purchases have one of their own. */
export function networkQueue(networkId: string, livemode: boolean): string {
  const name = networkId.replace(/^net_/, '');
  return livemode ? `network.${name}` : `network.${name}.test`;
}

/** The name by which a gateway knows a purchase: its id, at most 40 characters, as every known gateway allows. */
export function creditKeyOf(purchaseId: PurchaseId): string {
  return purchaseId;
}

/** The purchase that a gateway knows by this name; null when the name is none of ours. */
export function purchaseOfCreditKey(creditKey: string): PurchaseId | null {
  return readId('pur', creditKey);
}

/** Outbox queue of webhook attempts. */
export const WEBHOOK_QUEUE = 'webhooks';

/** Outbox queue of attempts at endpoints that are probed, one attempt at a time. */
export const HELD_WEBHOOK_QUEUE = 'webhooks.held';

/** Outbox queue of low-balance alerts. */
export const LOW_BALANCE_QUEUE = 'low_balance';

/** Outbox queue of everything else that is told to Temporal. */
export const TEMPORAL_QUEUE = 'temporal';
