import type { Pool } from 'pg';
import { type DeliveryId, uuidOf } from '../../domain/ids.ts';
import { type AskedAttempt, type AskedRow, stateOfAsked } from '../webhooks/asked-attempts.ts';

/**
 * Requests an attempt of a delivery, once even if repeated: a row in the outbox, behind the others of its endpoint.
 * Returns the state of the attempt, or of the delivery. If the endpoint was deleted or is not enabled, the delivery ends.
 */
export async function askForDelivery(db: Pool, id: DeliveryId, attempt: number): Promise<AskedAttempt> {
  const { rows } = await db.query<AskedRow>({
    name: 'ask-for-delivery',
    text: `
      WITH asked AS (
        SELECT d.id, d.endpoint_id, d.delivered_at IS NOT NULL AS delivered, c.id IS NOT NULL AS reachable,
               (SELECT a.outcome FROM delivery_attempts a WHERE a.delivery_id = d.id AND a.attempt = $2) AS outcome
          FROM deliveries d
          LEFT JOIN client_endpoints c ON c.id = d.endpoint_id AND c.account_id = d.account_id AND c.enabled
         WHERE d.id = $1
      ), queued AS (
        INSERT INTO outbox (id, queue, topic, subject_id, account_id, attempt, created_at)
        SELECT uuidv7(), 'deliveries', 'deliver_to_endpoint', id, endpoint_id, $2, app_now()
          FROM asked
         WHERE NOT delivered AND reachable AND outcome IS NULL
        ON CONFLICT (subject_id, attempt) WHERE attempt IS NOT NULL DO NOTHING
      ), unsent AS (
        UPDATE deliveries d
           SET delivery = 'not_sent'
          FROM asked
         WHERE d.id = asked.id AND NOT asked.reachable AND asked.outcome IS NULL AND d.delivery = 'pending'
      )
      SELECT delivered, outcome, reachable FROM asked`,
    values: [uuidOf('dlv', id), attempt],
  });
  return stateOfAsked(rows[0]);
}
