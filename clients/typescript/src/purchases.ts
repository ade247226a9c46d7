import { type CallOptions, type Calls, json } from './calls.ts';
import { NoAnswerError } from './errors.ts';
import type { Listing } from './listing.ts';
import { readUntil, type WaitOptions } from './pause.ts';
import type { CreatePurchase, ListPurchasesQuery, Purchase } from './types.ts';

/** Purchases of bundles. */
export interface Purchases {
  /**
   * Buys a bundle. A dropped connection, 429 and 5xx are retried with the same reference, so nothing is bought twice.
   * `replayed` is true if the reference was used before; `purchase` is then the first purchase.
   * @throws NoAnswerError with the reference, when it is unknown whether the purchase was accepted.
   */
  create(
    body: CreatePurchase,
    options?: CallOptions,
  ): Promise<{ readonly purchase: Purchase; readonly replayed: boolean }>;
  get(id: string, options?: CallOptions): Promise<Purchase>;
  /** The purchase with your reference; null means that it was never received, and is safe to send. */
  find(reference: string): Promise<Purchase | null>;
  /** Newest first. */
  list(query?: Omit<ListPurchasesQuery, 'cursor'>): Listing<Purchase>;
  /**
   * Polls until the purchase is final, which it is soon after its `resolve_by` at the latest.
   * @throws NoAnswerError when it is still pending 30 s after its `resolve_by`.
   */
  untilFinal(id: string, options?: WaitOptions): Promise<Purchase>;
}

/** Clocks differ, so polling continues for a while after `resolve_by`. */
const GRACE_MS = 30_000;
const FINAL: ReadonlySet<string> = new Set(['successful', 'failed', 'reversed']);

export function createPurchases({ get, list, post }: Calls): Purchases {
  const read = (id: string, options?: CallOptions) =>
    get<Purchase>(`/v1/purchases/${encodeURIComponent(id)}`, options);
  return {
    async create(order, options) {
      const body = json(order);
      const answer = await post<Purchase>(
        { path: '/v1/purchases', body, reference: order.reference },
        options,
      );
      return { purchase: answer.body, replayed: answer.replayed };
    },
    get: read,
    async find(reference) {
      const { data } = await list<Purchase>('/v1/purchases', { reference }).page();
      return data[0] ?? null;
    },
    list: (query) => list<Purchase>('/v1/purchases', query),
    untilFinal: (id, options = {}) =>
      readUntil(
        () => read(id, options),
        (purchase) => FINAL.has(purchase.status) || throwIfOverdue(purchase),
        options,
      ),
  };
}

function throwIfOverdue({ id, reference, resolve_by }: Purchase): false {
  if (Date.now() <= Date.parse(resolve_by) + GRACE_MS) return false;
  const message = `Purchase ${id} is not final 30 s after its resolve_by. Contact support.`;
  throw new NoAnswerError({ why: 'overdue', message, cause: null, reference });
}
