import type { Pool } from 'pg';
import { type AccountId, type EventId, idFromUuid, type PurchaseId, uuidOf } from '../../domain/ids.ts';
import type { EndpointRecord } from '../../domain/webhook/endpoint-standing.ts';
import type { AttemptKey } from './webhooks.ts';

/** An event with where it goes, for one attempt of it. */
export interface DeliverableEvent extends AttemptKey {
  readonly accountId: AccountId;
  /** The purchase that it is about; null for other events. */
  readonly purchaseId: PurchaseId | null;
  readonly type: string;
  readonly body: string;
  readonly delivered: boolean;
  /** Whether this attempt was made before and its outcome is recorded. */
  readonly recorded: boolean;
  readonly endpoint: Endpoint | null;
}

export interface Endpoint {
  readonly url: string;
  /** The secrets that are valid now, newest first. */
  readonly sealedSecrets: readonly Buffer[];
  readonly record: EndpointRecord;
}

interface EventRow {
  readonly id: string;
  readonly attempt: number;
  readonly account_id: string;
  readonly subject_id: string;
  readonly type: string;
  readonly body: string;
  readonly delivered: boolean;
  readonly recorded: boolean;
  readonly url: string | null;
  readonly sealed_secrets: readonly Buffer[];
  readonly ever_delivered: boolean;
  readonly failures: number;
}

/** Reads events, for an attempt of each, with their account's endpoint as it is now. */
export async function findDeliverableEvents(
  db: Pool,
  attempts: readonly AttemptKey[],
): Promise<DeliverableEvent[]> {
  const { rows } = await db.query<EventRow>({
    name: 'find-deliverable-events',
    text: `
      SELECT e.id, wanted.attempt, e.account_id, e.subject_id, e.type, e.body,
             e.delivered_at IS NOT NULL AS delivered,
             a.outcome IS NOT NULL AS recorded,
             w.url, w.delivered_at IS NOT NULL AS ever_delivered, w.failures,
             CASE WHEN w.former_until > (SELECT app_now()) THEN ARRAY[w.sealed_secret, w.former_sealed_secret]
                  ELSE ARRAY[w.sealed_secret] END AS sealed_secrets
        FROM unnest($1::uuid[], $2::int[]) AS wanted (event_id, attempt)
        JOIN events e ON e.id = wanted.event_id
        LEFT JOIN webhook_attempts a ON a.event_id = e.id AND a.attempt = wanted.attempt
        LEFT JOIN webhook_endpoints w ON w.account_id = e.account_id`,
    values: [attempts.map(({ eventId }) => uuidOf('evt', eventId)), attempts.map(({ attempt }) => attempt)],
  });
  return rows.map((row) => ({
    eventId: idFromUuid('evt', row.id),
    attempt: row.attempt,
    accountId: idFromUuid('acc', row.account_id),
    purchaseId: row.type.startsWith('purchase.') ? idFromUuid('pur', row.subject_id) : null,
    type: row.type,
    body: row.body,
    delivered: row.delivered,
    recorded: row.recorded,
    endpoint: row.url === null ? null : readEndpoint(row, row.url),
  }));
}

function readEndpoint(row: EventRow, url: string): Endpoint {
  const record = { everDelivered: row.ever_delivered, failures: row.failures };
  return { url, sealedSecrets: row.sealed_secrets, record };
}

/** When the first attempt of an event began, and what the event is about; null when there was none. */
export async function findFirstAttempt(
  db: Pool,
  eventId: EventId,
): Promise<{ readonly startedAt: Date; readonly eventType: string } | null> {
  const { rows } = await db.query<{ startedAt: Date; eventType: string }>({
    name: 'find-first-attempt',
    text: `
      SELECT a.started_at AS "startedAt", e.type AS "eventType"
        FROM webhook_attempts a
        JOIN events e ON e.id = a.event_id
       WHERE a.event_id = $1 AND a.attempt = 1`,
    values: [uuidOf('evt', eventId)],
  });
  return rows[0] ?? null;
}
