import type { Pool } from 'pg';
import { type EventId, idFromUuid, uuidOf } from '../domain/ids.ts';

/** An event with where it goes. */
export interface DeliverableEvent {
  readonly eventId: EventId;
  readonly type: string;
  readonly body: string;
  readonly delivered: boolean;
  readonly endpoint: { readonly url: string; readonly sealedSecret: Buffer } | null;
}

interface EventRow {
  readonly id: string;
  readonly type: string;
  readonly body: string;
  readonly delivered: boolean;
  readonly url: string | null;
  readonly sealed_secret: Buffer | null;
}

/** Reads events with their account's endpoint as it is now. */
export async function findDeliverableEvents(
  db: Pool,
  eventIds: readonly EventId[],
): Promise<DeliverableEvent[]> {
  const { rows } = await db.query<EventRow>({
    name: 'find-deliverable-events',
    text: `
      SELECT e.id, e.type, e.body, e.delivered_at IS NOT NULL AS delivered, w.url, w.sealed_secret
        FROM events e
        LEFT JOIN webhook_endpoints w ON w.account_id = e.account_id
       WHERE e.id = ANY ($1::uuid[])`,
    values: [eventIds.map((id) => uuidOf('evt', id))],
  });
  return rows.map((row) => ({
    eventId: idFromUuid('evt', row.id),
    type: row.type,
    body: row.body,
    delivered: row.delivered,
    endpoint:
      row.url === null || row.sealed_secret === null
        ? null
        : { url: row.url, sealedSecret: row.sealed_secret },
  }));
}

/** Commits the rows of attempts that are about to be made. An attempt opened before keeps its first start. */
export async function openAttempts(db: Pool, eventIds: readonly EventId[], attempt: number): Promise<void> {
  await db.query({
    name: 'open-attempts',
    text: `
      INSERT INTO webhook_attempts (event_id, attempt, started_at)
      SELECT id, $2, clock.at
        FROM unnest($1::uuid[]) AS e (id), (SELECT app_now() AS at) clock
      ON CONFLICT (event_id, attempt) DO NOTHING`,
    values: [eventIds.map((id) => uuidOf('evt', id)), attempt],
  });
}

export interface FinishedAttempt {
  readonly eventId: EventId;
  readonly attempt: number;
  readonly outcome: 'delivered' | 'failed';
  readonly httpStatus: number | null;
  readonly error: string | null;
  /** The outbox row that asked for a first attempt: it goes in the same commit. */
  readonly outboxId: string | null;
  /** The outbox row that will start the retries of a first attempt that failed. */
  readonly retryOutboxId: string | null;
}

/** Records outcomes of attempts and, in the same commit, what follows: the event delivered, or its retries queued. */
export async function finishAttempts(db: Pool, finished: readonly FinishedAttempt[]): Promise<void> {
  await db.query({
    name: 'finish-attempts',
    text: `
      WITH finished AS (
        SELECT *
          FROM unnest($1::uuid[], $2::smallint[], $3::text[], $4::smallint[], $5::text[], $6::uuid[], $7::uuid[])
            AS f (event_id, attempt, outcome, http_status, error, outbox_id, retry_outbox_id)
      ), clock AS MATERIALIZED (
        SELECT app_now() AS at
      ), recorded AS (
        UPDATE webhook_attempts a
           SET finished_at = clock.at, outcome = f.outcome, http_status = f.http_status, error = f.error
          FROM finished f, clock
         WHERE a.event_id = f.event_id AND a.attempt = f.attempt
      ), delivered AS (
        UPDATE events e
           SET delivered_at = clock.at
          FROM finished f, clock
         WHERE e.id = f.event_id AND f.outcome = 'delivered' AND e.delivered_at IS NULL
      ), retried AS (
        INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
        SELECT f.retry_outbox_id, 'temporal', 'retry_event', f.event_id, e.account_id, clock.at
          FROM finished f
          JOIN events e ON e.id = f.event_id
         CROSS JOIN clock
         WHERE f.retry_outbox_id IS NOT NULL
      )
      DELETE FROM outbox o USING finished f WHERE o.id = f.outbox_id`,
    values: [
      finished.map((attempt) => uuidOf('evt', attempt.eventId)),
      finished.map((attempt) => attempt.attempt),
      finished.map((attempt) => attempt.outcome),
      finished.map((attempt) => attempt.httpStatus),
      finished.map((attempt) => attempt.error),
      finished.map((attempt) => attempt.outboxId),
      finished.map((attempt) => attempt.retryOutboxId),
    ],
  });
}

/** When the first attempt of an event began, and what the event tells of; null when there was none. */
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

/** Whether an attempt was made and failed; the workflow of the retries may be a second one that begins again. */
export async function hasFailed(db: Pool, eventId: EventId, attempt: number): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'attempt-has-failed',
    text: `SELECT FROM webhook_attempts WHERE event_id = $1 AND attempt = $2 AND outcome = 'failed'`,
    values: [uuidOf('evt', eventId), attempt],
  });
  return rowCount === 1;
}
