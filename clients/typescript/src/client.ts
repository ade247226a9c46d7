import { type Batches, createBatches } from './batches.ts';
import { createCalls } from './calls.ts';
import { createEvents, type Events } from './events.ts';
import { type ClientOptions, createHttp } from './http.ts';
import type { Listing } from './listing.ts';
import { createPurchases, type Purchases } from './purchases.ts';
import type {
  Balance,
  Bundle,
  ListBundlesQuery,
  ListNetworksQuery,
  Network,
  NumberLookup,
  Statement,
  StatementLine,
  Status,
} from './types.ts';

/** The whole API. Calls throw ApiError (the service rejected the request) or NoAnswerError (the outcome is unknown). */
export interface Client {
  readonly purchases: Purchases;
  readonly batches: Batches;
  readonly events: Events;
  readonly networks: {
    list(query?: Omit<ListNetworksQuery, 'cursor'>): Listing<Network>;
    get(id: string): Promise<Network>;
  };
  readonly bundles: {
    list(query?: Omit<ListBundlesQuery, 'cursor' | 'available'> & { available?: boolean }): Listing<Bundle>;
    get(id: string): Promise<Bundle>;
  };
  readonly statements: {
    /** `date` is a UTC day, `YYYY-MM-DD`. */
    get(date: string): Promise<Statement>;
    lines(date: string, query?: { readonly limit?: number }): Listing<StatementLine>;
    /** The whole day as CSV with a header row. */
    csv(date: string): Promise<ReadableStream<Uint8Array>>;
  };
  readonly numberLookups: {
    /** The network of a number today, including ported numbers. */
    create(phoneNumber: string): Promise<NumberLookup>;
  };
  balance(): Promise<Balance>;
  status(): Promise<Status>;
}

/** A client of one account. */
export function createClient(options: ClientOptions): Client {
  const calls = createCalls(createHttp(options));
  const { get, list, post, file } = calls;
  const one = (kind: string, id: string) => `/v1/${kind}/${encodeURIComponent(id)}`;
  return {
    purchases: createPurchases(calls),
    batches: createBatches(calls),
    events: createEvents(calls),
    networks: {
      list: (query) => list<Network>('/v1/networks', query),
      get: (id) => get<Network>(one('networks', id)),
    },
    bundles: {
      list: (query) => list<Bundle>('/v1/bundles', query),
      get: (id) => get<Bundle>(one('bundles', id)),
    },
    statements: {
      get: (date) => get<Statement>(one('statements', date)),
      lines: (date, query) => list<StatementLine>(`${one('statements', date)}/lines`, query),
      csv: (date) => file(`${one('statements', date)}/lines`),
    },
    numberLookups: {
      create: async (phoneNumber) => {
        const content = JSON.stringify({ phone_number: phoneNumber });
        return (await post<NumberLookup>('/v1/number-lookups', { type: 'application/json', content })).body;
      },
    },
    balance: () => get<Balance>('/v1/balance'),
    status: () => get<Status>('/v1/status'),
  };
}
