import type { Pool } from 'pg';
import {
  type AccountId,
  type DeliveryId,
  type EventId,
  idFromUuid,
  type PurchaseId,
  uuidOf,
} from '../../domain/ids.ts';
import type { EndpointRecord } from '../../domain/webhook/endpoint-standing.ts';
import { ATTEMPTS_MAX } from '../../domain/webhook/retry-schedule.ts';
import type { AttemptSubject } from './webhooks.ts';

/** An event with where it goes, for one attempt of it. */
export interface DeliverableEvent extends AttemptSubject {
  readonly eventId: EventId;
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
  readonly subject: string;
  readonly turn: string;
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

/** An attempt that an outbox row asks for. */
export interface AskedFor {
  readonly subjectUuid: string;
  readonly attempt: number;
}

/** Reads events, for an attempt of each, with the endpoint that operators set as it is now. */
export function findDeliverableEvents(db: Pool, attempts: readonly AskedFor[]): Promise<DeliverableEvent[]> {
  return read(db, 'find-deliverable-events', FOR_OPERATORS, attempts);
}

/** Reads deliveries to the endpoints that clients set, for an attempt of each. One that is not enabled is left out. */
export function findDeliveries(db: Pool, attempts: readonly AskedFor[]): Promise<DeliverableEvent[]> {
  return read(db, 'find-deliveries', FOR_CLIENTS, attempts);
}

const ENDPOINT_COLUMNS = `
             w.url, w.delivered_at IS NOT NULL AS ever_delivered, w.failures,
             CASE WHEN w.former_until > (SELECT app_now()) THEN ARRAY[w.sealed_secret, w.former_sealed_secret]
                  ELSE ARRAY[w.sealed_secret] END AS sealed_secrets`;

/** Whether the endpoint `w` of operators wants the event `e`. Events of other types may exist only for the endpoints of clients. */
export const WANTS_EVENT = `(e.type LIKE 'purchase.%' OR e.type = ANY (w.extra_events))`;

const FOR_OPERATORS = `
      SELECT e.id AS subject, e.account_id AS turn, e.id, wanted.attempt, e.account_id, e.subject_id, e.type, e.body,
             e.delivered_at IS NOT NULL AS delivered,
             a.outcome IS NOT NULL AS recorded,${ENDPOINT_COLUMNS}
        FROM unnest($1::uuid[], $2::int[]) AS wanted (subject_id, attempt)
        JOIN events e ON e.id = wanted.subject_id
        LEFT JOIN webhook_attempts a ON a.event_id = e.id AND a.attempt = wanted.attempt
        -- A person asked for an attempt beyond the schedule, whatever the endpoint wants.
        LEFT JOIN webhook_endpoints w ON w.account_id = e.account_id
             AND (${WANTS_EVENT} OR wanted.attempt > ${ATTEMPTS_MAX})`;

const FOR_CLIENTS = `
      SELECT d.id AS subject, d.endpoint_id AS turn, e.id, wanted.attempt, e.account_id, e.subject_id, e.type, e.body,
             d.delivered_at IS NOT NULL AS delivered,
             a.outcome IS NOT NULL AS recorded,${ENDPOINT_COLUMNS}
        FROM unnest($1::uuid[], $2::int[]) AS wanted (subject_id, attempt)
        JOIN deliveries d ON d.id = wanted.subject_id
        JOIN events e ON e.id = d.event_id
        LEFT JOIN delivery_attempts a ON a.delivery_id = d.id AND a.attempt = wanted.attempt
        LEFT JOIN client_endpoints w ON w.id = d.endpoint_id AND w.account_id = d.account_id AND w.enabled`;

async function read(
  db: Pool,
  name: string,
  text: string,
  attempts: readonly AskedFor[],
): Promise<DeliverableEvent[]> {
  const { rows } = await db.query<EventRow>({
    name,
    text,
    values: [attempts.map(({ subjectUuid }) => subjectUuid), attempts.map(({ attempt }) => attempt)],
  });
  return rows.map((row) => ({
    subjectUuid: row.subject,
    turn: row.turn,
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

/** When a first attempt began, and the type of its event. */
export interface FirstAttempt {
  readonly startedAt: Date;
  readonly eventType: string;
}

/** The first attempt of an event at the endpoint that operators set; null when there was none. */
export async function findFirstAttempt(db: Pool, eventId: EventId): Promise<FirstAttempt | null> {
  const { rows } = await db.query<FirstAttempt>({
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

/** The first attempt of a delivery; null when there was none. */
export async function findFirstDeliveryAttempt(db: Pool, id: DeliveryId): Promise<FirstAttempt | null> {
  const { rows } = await db.query<FirstAttempt>({
    name: 'find-first-delivery-attempt',
    text: `
      SELECT a.started_at AS "startedAt", e.type AS "eventType"
        FROM delivery_attempts a
        JOIN deliveries d ON d.id = a.delivery_id
        JOIN events e ON e.id = d.event_id
       WHERE a.delivery_id = $1 AND a.attempt = 1`,
    values: [uuidOf('dlv', id)],
  });
  return rows[0] ?? null;
}
