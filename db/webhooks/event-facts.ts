import type { Pool } from 'pg';
import { type AccountId, idFromUuid, type PurchaseId, uuidOf } from '../../domain/ids.ts';
import type { AttemptFact, DeliveryFact, EventFact } from '../../domain/purchase/facts.ts';
import { OVER_ALL } from './events.ts';

/** What an event's JSON has of a delivery or an attempt: UUIDs and times as text. */
type AtEndpoint<Fact> = Omit<Fact, 'endpointId' | 'startedAt' | 'finishedAt'> & {
  readonly endpoint: string | null;
};
type AttemptJson = AtEndpoint<AttemptFact> & {
  readonly startedAt: string;
  readonly finishedAt: string | null;
};

interface EventRow {
  readonly id: string;
  readonly type: string;
  readonly createdAt: Date;
  readonly delivery: EventFact['delivery'];
  readonly deliveries: readonly AtEndpoint<DeliveryFact>[];
  readonly attempts: readonly AttemptJson[] | null;
}

/**
 * The events of a purchase, with their states and attempts at the endpoint that operators set and at those that clients
 * set. Oldest first.
 */
export async function readEventFacts(db: Pool, accountId: AccountId, id: PurchaseId): Promise<EventFact[]> {
  const { rows } = await db.query<EventRow>({
    text: `
      SELECT e.id, e.type, e.created_at AS "createdAt", over_all.delivery, known.deliveries, made.attempts
        FROM events e ${OVER_ALL}
       CROSS JOIN LATERAL (
             SELECT json_agg(json_build_object('endpoint', endpoint, 'delivery', delivery)
                             ORDER BY endpoint NULLS FIRST) AS deliveries
               FROM (-- An event that only an endpoint of a client has accepted counts as delivered, without a time.
                     SELECT NULL::uuid AS endpoint,
                            CASE WHEN e.delivery = 'delivered' AND e.delivered_at IS NULL THEN 'not_sent'
                                 ELSE e.delivery END AS delivery
                      UNION ALL
                     SELECT endpoint_id, delivery FROM deliveries WHERE event_id = e.id) d) known
       CROSS JOIN LATERAL (
             SELECT json_agg(json_build_object(
                      'endpoint', endpoint, 'attempt', attempt, 'startedAt', started_at, 'finishedAt', finished_at,
                      'outcome', outcome, 'httpStatus', http_status, 'error', error)
                      ORDER BY endpoint NULLS FIRST, attempt) AS attempts
               FROM (SELECT NULL::uuid AS endpoint, attempt, started_at, finished_at, outcome, http_status, error
                       FROM webhook_attempts
                      WHERE event_id = e.id
                      UNION ALL
                     SELECT a.endpoint_id, a.attempt, a.started_at, a.finished_at, a.outcome, a.http_status, a.error
                       FROM deliveries d
                       JOIN delivery_attempts a ON a.delivery_id = d.id
                      WHERE d.event_id = e.id) a) made
       WHERE e.account_id = $1 AND e.subject_id = $2
       ORDER BY e.created_at, e.id`,
    values: [uuidOf('acc', accountId), uuidOf('pur', id)],
  });
  return rows.map(({ id: event, deliveries, attempts, ...rest }) => ({
    id: idFromUuid('evt', event),
    ...rest,
    deliveries: deliveries.map(atEndpoint),
    attempts: (attempts ?? []).map(atEndpoint).map((attempt) => ({
      ...attempt,
      startedAt: new Date(attempt.startedAt),
      finishedAt: attempt.finishedAt === null ? null : new Date(attempt.finishedAt),
    })),
  }));
}

function atEndpoint<Fact extends { readonly endpoint: string | null }>({ endpoint, ...fact }: Fact) {
  return { endpointId: endpoint === null ? null : idFromUuid('wep', endpoint), ...fact };
}
