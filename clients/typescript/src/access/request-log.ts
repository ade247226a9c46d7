import type { CallOptions, Calls } from '../calls.ts';
import type { Listing } from '../listing.ts';
import type { ListRequestsQuery, LoggedRequest, LoggedRequestDetails } from '../types.ts';

/**
 * What your programs and people sent to the API, and what was answered. A key needs the right `requests:read`, which its scopes
 * must name.
 */
export interface RequestLog {
  /** Newest first, without bodies. */
  list(query?: Omit<ListRequestsQuery, 'cursor'>): Listing<LoggedRequest>;
  /** One request with its body and answer. Each error has the id of its request. */
  get(id: string, options?: CallOptions): Promise<LoggedRequestDetails>;
}

const PATH = '/v1/requests';

export function createRequestLog({ get, list }: Calls): RequestLog {
  return {
    list: (query) => list(PATH, query),
    get: (id, options) => get(`${PATH}/${encodeURIComponent(id)}`, options),
  };
}
