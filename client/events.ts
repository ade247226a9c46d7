import type { CallOptions, Calls } from './calls.ts';
import type { Listing } from './listing.ts';
import type { Event, EventWithAttempts, ListEventsQuery } from './types.ts';

/** What webhooks told, or would have told. */
export interface Events {
  /** Newest first. */
  list(query?: Omit<ListEventsQuery, 'cursor'>): Listing<Event>;
  /** With every attempt to deliver it. */
  get(id: string, options?: CallOptions): Promise<EventWithAttempts>;
  /** Asks for one more attempt, once a minute at most; the attempt appears in the event. */
  resend(id: string, options?: CallOptions): Promise<EventWithAttempts>;
}

/** The part of the client that is about events. */
export function createEvents({ get, list, post }: Calls): Events {
  const of = (id: string) => `/v1/events/${encodeURIComponent(id)}`;
  return {
    list: (query) => list<Event>('/v1/events', query),
    get: (id, options) => get<EventWithAttempts>(of(id), options),
    async resend(id, options) {
      const { body } = await post<EventWithAttempts>(`${of(id)}/resend`, undefined, {}, options);
      return body;
    },
  };
}
