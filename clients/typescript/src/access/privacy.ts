import { type CallOptions, type Calls, json } from '../calls.ts';
import type { Listing } from '../listing.ts';
import type { Erasure, ListErasuresQuery, NumberExport } from '../types.ts';

/** Erasures of phone numbers from your records. A key needs the right `privacy:manage`, which its scopes must name. */
export interface Erasures {
  /** Newest first. They do not contain the numbers. */
  list(query?: Omit<ListErasuresQuery, 'cursor'>): Listing<Erasure>;
  get(id: string, options?: CallOptions): Promise<Erasure>;
  /**
   * Erases a number, which cannot be undone. While an erasure of the number runs, this returns it.
   * @throws ApiError with status 409 while the outcome of a purchase for the number is open; `details.until` says until when.
   */
  create(phoneNumber: string, options?: CallOptions): Promise<Erasure>;
}

/** What your records hold about a phone number, for a person who asks for it. */
export interface NumberExports {
  /** A key needs the rights `privacy:export`, which its scopes must name, and `numbers:read`. */
  create(phoneNumber: string, options?: CallOptions): Promise<NumberExport>;
}

const ERASURES = '/v1/erasures';

export function createErasures({ get, list, post }: Calls): Erasures {
  return {
    list: (query) => list(ERASURES, query),
    get: (id, options) => get(`${ERASURES}/${encodeURIComponent(id)}`, options),
    create: async (phoneNumber, options) =>
      (await post<Erasure>({ path: ERASURES, body: json({ phone_number: phoneNumber }) }, options)).body,
  };
}

export function createNumberExports({ post }: Calls): NumberExports {
  return {
    create: async (phoneNumber, options) => {
      const body = json({ phone_number: phoneNumber });
      return (await post<NumberExport>({ path: '/v1/number-exports', body }, options)).body;
    },
  };
}
