import type { EventWithAttempts, WebhookEndpoint } from '../../../../clients/typescript/src/types.ts';

/** An endpoint that gets an event if it is sent again; if the endpoints are not known, one that got it before. */
export interface Target {
  /** Null for the one that the technical contact set, which the API cannot name. Only what got the event before tells of it. */
  readonly id: string | null;
  readonly url: string;
}

/**
 * The endpoints to which an event goes if it is sent again, as far as the reader can know: those that want it, and those that got
 * it before. Without the list of endpoints, it is those that got it before, of which some may be disabled or deleted now.
 * @param endpoints of the account; null if they are not known
 */
export function targetsOf(
  { type, test, delivery: { attempts } }: Pick<EventWithAttempts, 'type' | 'test' | 'delivery'>,
  endpoints: readonly Pick<WebhookEndpoint, 'id' | 'url' | 'enabled' | 'event_types'>[] | null,
): readonly Target[] {
  const had = new Map<string | null, string>();
  // Oldest first, and an address may have changed: the newest counts.
  for (const { endpoint_id: id, url } of attempts) if (url !== null) had.set(id, url);
  const operators = had.get(null);
  const others =
    endpoints === null
      ? [...had].flatMap(([id, url]) => (id === null ? [] : [{ id, url }]))
      : endpoints.filter(
          ({ id, enabled, event_types: types }) =>
            enabled && (had.has(id) || (!test && types.some((one) => one === type))),
        );
  return [
    ...others.map(({ id, url }) => ({ id, url })),
    ...(operators === undefined ? [] : [{ id: null, url: operators }]),
  ];
}
