import type { Pool } from 'pg';
import {
  type AccountId,
  type DeliveryId,
  type EndpointId,
  type EventId,
  idFromUuid,
  uuidOf,
} from '../../domain/ids.ts';
import type { StoredAttempt } from '../../domain/webhook/event.ts';

/** An attempt at an endpoint, with the event that it carried. */
export interface EndpointAttempt extends StoredAttempt {
  readonly eventId: EventId;
  readonly eventType: string;
  readonly deliveryId: DeliveryId;
}

/** Where a page of attempts ended: the next begins after it. */
export type AttemptPosition = Pick<EndpointAttempt, 'startedAt' | 'deliveryId' | 'attempt'>;

/** Up to `limit` attempts at an endpoint of a client after a position, newest first. */
export async function listEndpointAttempts(
  db: Pool,
  accountId: AccountId,
  id: EndpointId,
  after: AttemptPosition | null,
  limit: number,
): Promise<EndpointAttempt[]> {
  const { rows } = await db.query<
    Omit<EndpointAttempt, 'eventId' | 'deliveryId' | 'endpointId'> & { event: string; delivery: string }
  >({
    name: 'list-endpoint-attempts',
    text: `
      SELECT e.id AS event, e.type AS "eventType", d.id AS delivery, a.attempt, a.started_at AS "startedAt",
             a.finished_at AS "finishedAt", a.outcome, a.http_status AS "httpStatus", a.error, a.url, a.address,
             a.duration_ms AS "durationMs", a.answer
        FROM delivery_attempts a
        JOIN deliveries d ON d.id = a.delivery_id AND d.account_id = $1
        JOIN events e ON e.id = d.event_id
       WHERE a.endpoint_id = $2
         AND ($3::timestamptz IS NULL OR (a.started_at, a.delivery_id, a.attempt) < ($3, $4::uuid, $5::int))
       ORDER BY a.started_at DESC, a.delivery_id DESC, a.attempt DESC
       LIMIT $6`,
    values: [
      uuidOf('acc', accountId),
      uuidOf('wep', id),
      after?.startedAt ?? null,
      after === null ? null : uuidOf('dlv', after.deliveryId),
      after?.attempt ?? null,
      limit,
    ],
  });
  return rows.map(({ event, delivery, ...attempt }) => ({
    ...attempt,
    endpointId: id,
    eventId: idFromUuid('evt', event),
    deliveryId: idFromUuid('dlv', delivery),
  }));
}
