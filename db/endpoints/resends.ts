import type { PoolClient } from 'pg';
import { type EndpointId, uuidOf } from '../../domain/ids.ts';
import { ATTEMPTS_MAX } from '../../domain/webhook/retry-schedule.ts';

/** Which event is to be sent again, by UUIDs, and to which endpoint. */
export interface AskedResend {
  readonly account: string;
  readonly event: string;
  /** Null for all endpoints that want the event. */
  readonly endpointId: EndpointId | null;
  /** False for operators, who may hurry. */
  readonly limits: boolean;
}

/** What decides whether a delivery may be sent again. */
export interface DeliveryFacts {
  readonly delivery: string;
  readonly endpoint: string;
  /** An attempt waits to be made, or is under way. */
  readonly queued: boolean;
  readonly pauseMs: number;
  /** Resends that wait for the endpoint. */
  readonly waiting: number;
}

/** The endpoints that get an event again: those that want it or had it, or the one that was named. */
const TARGETS = `
  FROM events e
  JOIN client_endpoints c
    ON c.account_id = e.account_id AND c.enabled
   AND (CASE WHEN $3::uuid IS NOT NULL THEN c.id = $3
             ELSE (NOT e.test AND e.type = ANY (c.event_types))
                  OR EXISTS (SELECT FROM deliveries d WHERE d.event_id = e.id AND d.endpoint_id = c.id) END)`;

/** Adds the event's deliveries to endpoints that did not exist, or did not want it, when it happened. */
export async function addDeliveries(tx: PoolClient, asked: AskedResend): Promise<void> {
  await tx.query({
    name: 'add-deliveries',
    text: `
      INSERT INTO deliveries (id, event_id, endpoint_id, account_id, created_at, delivery)
      SELECT uuidv7(), e.id, c.id, e.account_id, e.created_at, 'not_sent'
      ${TARGETS}
       WHERE e.account_id = $1 AND e.id = $2
      ON CONFLICT (event_id, endpoint_id) DO NOTHING`,
    values: toValues(asked),
  });
}

/** The facts of each delivery that may be sent again. */
export async function readDeliveryFacts(tx: PoolClient, asked: AskedResend): Promise<DeliveryFacts[]> {
  const { rows } = await tx.query<DeliveryFacts>({
    name: 'read-delivery-facts',
    text: `
      SELECT d.id AS delivery, c.id AS endpoint,
             EXISTS (SELECT FROM outbox o WHERE o.subject_id = d.id AND o.topic = 'deliver_to_endpoint') AS queued,
             greatest(0, (SELECT extract(epoch FROM max(a.started_at) - app_now()) * 1000 + 60000
                            FROM delivery_attempts a
                           WHERE a.delivery_id = d.id AND a.attempt > ${ATTEMPTS_MAX}))::int AS "pauseMs",
             (SELECT count(*) FROM outbox o WHERE o.account_id = c.id AND o.attempt > ${ATTEMPTS_MAX})::int AS waiting
      ${TARGETS}
        JOIN deliveries d ON d.event_id = e.id AND d.endpoint_id = c.id
       WHERE e.account_id = $1 AND e.id = $2
       ORDER BY c.id`,
    values: toValues(asked),
  });
  return rows;
}

/** Requests one more attempt of a delivery, outside its schedule. */
export async function queueDelivery(tx: PoolClient, delivery: string, endpoint: string): Promise<void> {
  await tx.query({
    name: 'queue-delivery',
    text: `
      INSERT INTO outbox (id, queue, topic, subject_id, account_id, attempt, created_at)
      SELECT uuidv7(), 'deliveries', 'deliver_to_endpoint', $1, $2,
             greatest(${ATTEMPTS_MAX}, (SELECT max(attempt) FROM delivery_attempts WHERE delivery_id = $1)) + 1, app_now()`,
    values: [delivery, endpoint],
  });
}

function toValues({ account, event, endpointId }: AskedResend) {
  return [account, event, endpointId === null ? null : uuidOf('wep', endpointId)];
}
