import type { Pool } from 'pg';
import { type AccountId, type EventId, uuidOf } from '../../domain/ids.ts';
import { ATTEMPTS_MAX } from '../../domain/webhook/retry-schedule.ts';
import { preventIndexUse } from '../prevent-index-use.ts';
import { unnested } from '../unnested.ts';
import { type AttemptTables, OPERATOR_TABLES } from './attempt-tables.ts';

/** What an attempt delivers, and whose turn it takes. */
export interface AttemptSubject {
  readonly attempt: number;
  /** Of the event, or of its delivery to a client's endpoint. */
  readonly subjectUuid: string;
  /** Of the account, or of the client's endpoint. */
  readonly turn: string;
}

/** One attempt of an event: the seven of the schedule are 1 to 7, what was resent has greater numbers. */
export interface AttemptKey {
  readonly eventId: EventId;
  readonly attempt: number;
}

/** Commits the rows of attempts that are about to be made. An attempt opened before keeps its first start. */
export async function openAttempts(
  db: Pool,
  attempts: readonly (AttemptSubject & { readonly url: string })[],
  { name, attempts: table, subjectId }: AttemptTables = OPERATOR_TABLES,
): Promise<void> {
  // The attempts of a client's endpoint are listed by it.
  const [column, value] = table === 'delivery_attempts' ? [', endpoint_id', ', turn'] : ['', ''];
  await db.query({
    name: `open-${name}-attempts`,
    text: `
      INSERT INTO ${table} (${subjectId}, attempt, url, started_at${column})
      SELECT id, attempt, url, clock.at${value}
        FROM unnest($1::uuid[], $2::int[], $3::text[], $4::uuid[]) AS a (id, attempt, url, turn),
             (SELECT app_now() AS at) clock
      ON CONFLICT (${subjectId}, attempt) DO UPDATE SET url = excluded.url`,
    values: [
      attempts.map(({ subjectUuid }) => subjectUuid),
      attempts.map(({ attempt }) => attempt),
      attempts.map(({ url }) => url),
      attempts.map(({ turn }) => turn),
    ],
  });
}

/** The outcome of an attempt that was sent. */
export interface FinishedAttempt extends AttemptSubject {
  readonly accountId: AccountId;
  readonly outcome: 'delivered' | 'failed';
  readonly httpStatus: number | null;
  readonly error: string | null;
  readonly address: string | null;
  readonly durationMs: number;
  readonly answer: Buffer | null;
  /** Where it was sent: the record of an endpoint with another address does not change. */
  readonly url: string;
  /** The outbox row that asked for the attempt: it is deleted in the same commit. */
  readonly outboxId: string;
  /** The outbox row that will start the retries of a first attempt that failed. */
  readonly retryOutboxId: string | null;
}

/**
 * Records outcomes of attempts and, in the same commit, what follows: the event delivered, or its retries queued, or the
 * end of its attempts; and what the endpoints' records now say. Events and endpoints are locked in order of id, since
 * several processes write several at the same time.
 */
export async function finishAttempts(
  db: Pool,
  finished: readonly FinishedAttempt[],
  tables: AttemptTables = OPERATOR_TABLES,
): Promise<void> {
  await db.query({
    name: `finish-${tables.name}-attempts`,
    text: finishStatement(tables),
    values: FINISHED.values(finished),
  });
}

const FINISHED = unnested<FinishedAttempt>({
  subject_id: ['uuid', ({ subjectUuid }) => subjectUuid],
  turn: ['uuid', ({ turn }) => turn],
  attempt: ['int', ({ attempt }) => attempt],
  account_id: ['uuid', ({ accountId }) => uuidOf('acc', accountId)],
  outcome: ['text', ({ outcome }) => outcome],
  http_status: ['smallint', ({ httpStatus }) => httpStatus],
  error: ['text', ({ error }) => error],
  address: ['text', ({ address }) => address],
  duration_ms: ['int', ({ durationMs }) => durationMs],
  answer: ['bytea', ({ answer }) => answer],
  url: ['text', ({ url }) => url],
  outbox_id: ['uuid', ({ outboxId }) => outboxId],
  retry_outbox_id: ['uuid', ({ retryOutboxId }) => retryOutboxId],
});

/** An event that the endpoint of operators did not get counts as delivered once a client's endpoint has it. */
const EVENTS_OF_DELIVERIES = `, unsent_events AS MATERIALIZED (
    SELECT e.id
      FROM events e
     WHERE e.id = ANY (ARRAY(SELECT d.event_id FROM open_events o JOIN deliveries d ON d.id = o.id WHERE o.delivered))
       AND ${preventIndexUse("e.delivery = 'not_sent'")} AND NOT e.test
     ORDER BY e.id
       FOR NO KEY UPDATE
  ), delivered_events AS (
    UPDATE events e SET delivery = 'delivered' FROM unsent_events u WHERE e.id = u.id
  )`;

const finishStatement = (t: AttemptTables) => `
  WITH finished AS (
    SELECT * FROM ${FINISHED.from}
  ), clock AS MATERIALIZED (
    SELECT app_now() AS at
  ), recorded AS (
    UPDATE ${t.attempts} a
       SET finished_at = clock.at, outcome = f.outcome, http_status = f.http_status, error = f.error,
           address = f.address, duration_ms = f.duration_ms, answer = f.answer
      FROM finished f, clock
     WHERE a.${t.subjectId} = f.subject_id AND a.attempt = f.attempt
  ), result AS (
    -- One row per subject: a resend and the last attempt of the schedule may end together, and a delivery wins.
    SELECT subject_id, bool_or(outcome = 'delivered') AS delivered, bool_or(attempt = ${ATTEMPTS_MAX}) AS last
      FROM finished
     GROUP BY subject_id
  ), open_events AS MATERIALIZED (
    SELECT e.id, n.delivered
      FROM result n
      JOIN ${t.subjects} e ON e.id = n.subject_id
     WHERE e.delivered_at IS NULL AND (n.delivered OR (n.last AND e.delivery = 'pending'))
     ORDER BY e.id
       FOR NO KEY UPDATE OF e
  ), notified AS (
    UPDATE ${t.subjects} e
       SET delivered_at = CASE WHEN o.delivered THEN clock.at END,
           delivery     = CASE WHEN o.delivered THEN 'delivered' ELSE 'failed' END
      FROM open_events o, clock
     WHERE e.id = o.id
  ), retried AS (
    INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
    SELECT f.retry_outbox_id, 'temporal', '${t.retryTopic}', f.subject_id, f.account_id, clock.at
      FROM finished f
     CROSS JOIN clock
     WHERE f.retry_outbox_id IS NOT NULL
  ), results AS (
    SELECT turn, url, bool_or(outcome = 'delivered') AS delivered, count(*)::int AS failures
      FROM finished
     GROUP BY turn, url
  ), changed AS MATERIALIZED (
    -- A working endpoint's row is not written again and again: only where its record changes.
    SELECT w.${t.turn} AS turn, r.delivered, r.failures
      FROM ${t.endpoints} w
      JOIN results r ON r.turn = w.${t.turn} AND r.url = w.url
     WHERE NOT r.delivered OR w.failures > 0 OR w.delivered_at IS NULL
     ORDER BY w.${t.turn}
       FOR NO KEY UPDATE OF w
  ), recorded_endpoints AS (
    UPDATE ${t.endpoints} w
       SET failures     = CASE WHEN c.delivered THEN 0 ELSE w.failures + c.failures END,
           delivered_at = CASE WHEN c.delivered THEN clock.at ELSE w.delivered_at END
      FROM changed c, clock
     WHERE w.${t.turn} = c.turn
  )${t.subjects === 'deliveries' ? EVENTS_OF_DELIVERIES : ''}
  DELETE FROM outbox o USING finished f WHERE o.id = f.outbox_id`;

/** Ends outbox rows that no longer ask for an attempt, and marks events or deliveries, by UUID, without an endpoint. */
export async function dropAttempts(
  db: Pool,
  outboxIds: readonly string[],
  withoutEndpoint: readonly string[],
  { name, subjects }: AttemptTables = OPERATOR_TABLES,
): Promise<void> {
  if (outboxIds.length === 0) return;
  await db.query({
    name: `drop-${name}-attempts`,
    text: `
      WITH unsent AS (
        UPDATE ${subjects}
           SET delivery = 'not_sent'
         WHERE id IN (SELECT id
                        FROM ${subjects}
                       WHERE id = ANY ($2::uuid[]) AND ${preventIndexUse("delivery = 'pending'")}
                       ORDER BY id
                         FOR NO KEY UPDATE)
      )
      DELETE FROM outbox WHERE id = ANY ($1::uuid[])`,
    values: [outboxIds, withoutEndpoint],
  });
}
