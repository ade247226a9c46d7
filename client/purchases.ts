import type { CallOptions, Calls } from './calls.ts';
import type { Listing } from './listing.ts';
import type { CreatePurchase, ListPurchasesQuery, Purchase } from './types.ts';

export interface WaitOptions extends CallOptions {
  /** Pause between two looks, in milliseconds; a second by default. */
  readonly everyMs?: number;
}

/** Bundles that were bought. */
export interface Purchases {
  /**
   * Buys a bundle. A dropped connection, 429 and 5xx are repeated with the same reference: nothing is bought twice.
   * `replayed` says that the reference was known, and that `purchase` is the one bought before.
   */
  create(
    body: CreatePurchase,
    options?: CallOptions,
  ): Promise<{ readonly purchase: Purchase; readonly replayed: boolean }>;
  get(id: string, options?: CallOptions): Promise<Purchase>;
  /** The purchase of your reference; null means that it was never received, and can be sent again. */
  find(reference: string): Promise<Purchase | null>;
  /** Newest first. */
  list(query?: Omit<ListPurchasesQuery, 'cursor'>): Listing<Purchase>;
  /** Looks again and again until the purchase is final, at the latest soon after its `resolve_by`. */
  untilFinal(id: string, options?: WaitOptions): Promise<Purchase>;
}

const EVERY_MS = 1_000;
/** A little later than `resolve_by` the purchase is settled; a clock may be off. */
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
          throw new Error(`${id} is still pending a minute after its resolve_by.`);
        await new Promise((resolve) => setTimeout(resolve, everyMs));
      }
    },
  };
}
