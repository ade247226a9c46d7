import type { PoolClient } from 'pg';
import { type AccountId, type EndpointId, idFromUuid, uuidOf } from '../../domain/ids.ts';
import { ATTEMPTS_MAX } from '../../domain/webhook/retry-schedule.ts';
import type { EventPosition } from '../webhooks/events.ts';
import type { RecoveredPage } from '../webhooks/resends.ts';

/**
 * Requests an attempt of each event that was not delivered to an endpoint of a client since a time, oldest first, a page at
 * a time. An event that never went to this endpoint counts if the endpoint wants its type and no endpoint has accepted it.
 * Those that already wait for an attempt, and test events, are skipped. An endpoint that is not enabled gets nothing.
 */
export async function recoverDeliveries(
  tx: PoolClient,
  accountId: AccountId,
  endpointId: EndpointId,
  range: { readonly since: Date; readonly after: EventPosition | null; readonly limit: number },
): Promise<RecoveredPage> {
  const { rows } = await tx.query<{ id: string; createdAt: Date }>({
    name: 'recover-deliveries',
    text: `
      WITH undelivered AS (
        SELECT e.id, e.account_id, e.created_at, c.id AS endpoint_id, coalesce(d.id, uuidv7()) AS delivery, d.id IS NULL AS is_new
          FROM events e
          JOIN client_endpoints c ON c.account_id = e.account_id AND c.id = $2 AND c.enabled
          LEFT JOIN deliveries d ON d.event_id = e.id AND d.endpoint_id = c.id
         WHERE e.account_id = $1 AND NOT e.test AND e.created_at >= $3
           AND ($4::timestamptz IS NULL OR (e.created_at, e.id) > ($4, $5::uuid))
           AND CASE WHEN d.id IS NOT NULL THEN d.delivery <> 'delivered'
                    ELSE e.delivery <> 'delivered' AND e.type = ANY (c.event_types)
                         AND NOT EXISTS (SELECT FROM deliveries o WHERE o.event_id = e.id AND o.delivery = 'delivered') END
           AND NOT EXISTS (SELECT FROM outbox o WHERE o.subject_id = d.id AND o.topic = 'deliver_to_endpoint')
         ORDER BY e.created_at, e.id
         LIMIT $6
           -- Before their deliveries are added: a resend holds the event when it adds one.
           FOR KEY SHARE OF e
      ), added AS (
        INSERT INTO deliveries (id, event_id, endpoint_id, account_id, created_at, delivery)
        SELECT delivery, id, endpoint_id, account_id, created_at, 'not_sent' FROM undelivered WHERE is_new
        ON CONFLICT (event_id, endpoint_id) DO NOTHING
        RETURNING id
      ), queued AS (
        INSERT INTO outbox (id, queue, topic, subject_id, account_id, attempt, created_at)
        SELECT uuidv7(), 'deliveries', 'deliver_to_endpoint', u.delivery, u.endpoint_id,
               greatest(${ATTEMPTS_MAX}, (SELECT max(attempt) FROM delivery_attempts WHERE delivery_id = u.delivery)) + 1,
               app_now()
          FROM undelivered u
         WHERE NOT u.is_new OR u.delivery IN (SELECT id FROM added)
         ORDER BY u.created_at, u.id
        ON CONFLICT (subject_id, attempt) WHERE attempt IS NOT NULL DO NOTHING
      )
      SELECT id, created_at AS "createdAt" FROM undelivered ORDER BY created_at, id`,
    values: [
      uuidOf('acc', accountId),
      uuidOf('wep', endpointId),
      range.since,
      range.after?.createdAt ?? null,
      range.after === null ? null : uuidOf('evt', range.after.id),
      range.limit,
    ],
  });
  const last = rows.at(-1);
  return {
    queued: rows.length,
    last: last === undefined ? null : { createdAt: last.createdAt, id: idFromUuid('evt', last.id) },
  };
}
