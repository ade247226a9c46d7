import type { CallOptions, Calls } from './calls.ts';
import type { Listing } from './listing.ts';
import type { Event, EventWithAttempts, ListEventsQuery } from './types.ts';

/** Webhook events and their deliveries. */
export interface Events {
  /** Newest first. */
  list(query?: Omit<ListEventsQuery, 'cursor'>): Listing<Event>;
  /** One event, with every delivery attempt. */
  get(id: string, options?: CallOptions): Promise<EventWithAttempts>;
  /**
   * Requests one more attempt, at most once per minute. The attempt appears in the event. With `endpointId`, only this webhook
   * endpoint gets it.
   */
  resend(id: string, options?: CallOptions & { readonly endpointId?: string }): Promise<EventWithAttempts>;
}

export function createEvents({ get, list, post }: Calls): Events {
  const at = (id: string) => `/v1/events/${encodeURIComponent(id)}`;
  return {
    list: (query) => list<Event>('/v1/events', query),
    get: (id, options) => get<EventWithAttempts>(at(id), options),
    async resend(id, { endpointId, ...options } = {}) {
      const query = endpointId === undefined ? {} : { endpoint_id: endpointId };
      const { body } = await post<EventWithAttempts>({ path: `${at(id)}/resend`, query }, options);
      return body;
    },
  };
}
