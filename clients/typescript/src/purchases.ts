import type { CallOptions, Calls } from './calls.ts';
import type { Listing } from './listing.ts';
import type { CreatePurchase, ListPurchasesQuery, Purchase } from './types.ts';

export interface WaitOptions extends CallOptions {
  /** Pause between two requests, in milliseconds; 1,000 by default. */
  readonly everyMs?: number;
}

/** Purchases of bundles. */
export interface Purchases {
  /**
   * Buys a bundle. A dropped connection, 429 and 5xx are retried with the same reference, so nothing is bought twice.
   * `replayed` is true if the reference was used before; `purchase` is then the first purchase.
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
  /** Polls until the purchase is final, which it is soon after its `resolve_by` at the latest. */
  untilFinal(id: string, options?: WaitOptions): Promise<Purchase>;
}

const EVERY_MS = 1_000;
/** Clocks differ, so polling continues for a while after `resolve_by`. */
const GRACE_MS = 60_000;

export function createPurchases({ get, list, post }: Calls): Purchases {
  const find = (id: string, options?: CallOptions) =>
    get<Purchase>(`/v1/purchases/${encodeURIComponent(id)}`, options);
  return {
    async create(body, options) {
      const json = { type: 'application/json', content: JSON.stringify(body) };
      const answer = await post<Purchase>('/v1/purchases', json, {}, options);
      return { purchase: answer.body, replayed: answer.replayed };
    },
    get: find,
    async find(reference) {
      const { data } = await list<Purchase>('/v1/purchases', { reference }).page();
      return data[0] ?? null;
    },
    list: (query) => list<Purchase>('/v1/purchases', query),
    async untilFinal(id, { everyMs = EVERY_MS, ...options } = {}) {
      for (;;) {
        const purchase = await find(id, options);
        if (purchase.status !== 'pending') return purchase;
        if (Date.now() > Date.parse(purchase.resolve_by) + GRACE_MS)
          throw new Error(`Purchase ${id} is still pending 60 s after its resolve_by. Contact support.`);
        await new Promise((resolve) => setTimeout(resolve, everyMs));
      }
    },
  };
}
