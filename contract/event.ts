import type { EventId } from '../domain/ids.ts';

/** The text of an event, built once in the transaction that decided it and sent as it is on every attempt. */
export function renderEvent(id: EventId, type: string, createdAt: Date, resource: object): string {
  const event = {
    id,
    object: 'event',
    type,
    created_at: createdAt.toISOString(),
    data: { object: resource },
  };
  return JSON.stringify(event);
}
