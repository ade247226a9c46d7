import type { Pool } from 'pg';
import { uuidOf } from '../../domain/ids.ts';
import { ATTEMPTS_MAX } from '../../domain/webhook/retry-schedule.ts';
import { WANTS_EVENT } from './deliverable-events.ts';
import type { AttemptKey } from './webhooks.ts';

/** The state of a requested attempt. */
export type AskedAttempt = 'delivered' | 'failed' | 'no_endpoint' | 'waiting';

/** What a request found: whether its event is delivered, how the attempt ended, and whether there is an endpoint. */
export interface AskedRow {
  readonly delivered: boolean;
  readonly outcome: string | null;
  readonly reachable: boolean;
}

/**
 * Requests an attempt of an event, once even if repeated: a row in the outbox, behind the others of its account.
 * Returns the state of the attempt, or of the event. Without an endpoint that gets the event, it is no longer sent, and its state shows that.
 */
export async function askForAttempt(db: Pool, { eventId, attempt }: AttemptKey): Promise<AskedAttempt> {
  const { rows } = await db.query<AskedRow>({
    name: 'ask-for-attempt',
    text: `
      WITH asked AS (
        SELECT e.id, e.account_id, e.delivered_at IS NOT NULL AS delivered, w.account_id IS NOT NULL AS reachable,
               (SELECT a.outcome FROM webhook_attempts a WHERE a.event_id = e.id AND a.attempt = $2) AS outcome
          FROM events e
          LEFT JOIN webhook_endpoints w ON w.account_id = e.account_id AND (${WANTS_EVENT} OR $2 > ${ATTEMPTS_MAX})
         WHERE e.id = $1
      ), queued AS (
        INSERT INTO outbox (id, queue, topic, subject_id, account_id, attempt, created_at)
        SELECT uuidv7(), 'webhooks', 'deliver_event', id, account_id, $2, app_now()
          FROM asked
         WHERE NOT delivered AND reachable AND outcome IS NULL
        ON CONFLICT (subject_id, attempt) WHERE attempt IS NOT NULL DO NOTHING
      ), unsent AS (
        UPDATE events e
           SET delivery = 'not_sent'
          FROM asked
         WHERE e.id = $1 AND NOT asked.reachable AND asked.outcome IS NULL AND e.delivery = 'pending'
      )
      SELECT delivered, outcome, reachable FROM asked`,
    values: [uuidOf('evt', eventId), attempt],
  });
  return stateOfAsked(rows[0]);
}

/** The state that a row of the request shows; without a row, there is nothing to send. Pure. */
export function stateOfAsked(asked: AskedRow | undefined): AskedAttempt {
  if (asked === undefined) return 'no_endpoint';
  if (asked.delivered || asked.outcome === 'delivered') return 'delivered';
  if (asked.outcome !== null) return 'failed';
  return asked.reachable ? 'waiting' : 'no_endpoint';
}
