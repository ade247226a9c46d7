import type { Pool, PoolClient } from 'pg';
import { type AccountId, type EndpointId, type EventId, idFromUuid, uuidOf } from '../../domain/ids.ts';
import { ATTEMPTS_MAX } from '../../domain/webhook/retry-schedule.ts';
import { type AskedResend, addDeliveries, queueDelivery, readDeliveryFacts } from '../endpoints/resends.ts';
import { inTransaction } from '../transaction.ts';
import type { EventPosition } from './events.ts';

/** The outcome of a request to resend an event. */
export type Resend =
  | { readonly kind: 'queued' | 'waiting' | 'not_found' | 'no_endpoint' }
  | { readonly kind: 'too_soon'; readonly retryAfterSeconds: number };

/** An event is resent once per minute at most, and this many of one account may wait. */
export const RESEND_PAUSE_MS = 60_000;
export const RESENDS_WAITING_MAX = 100;

/** The number of an event's next attempt outside the schedule. */
const NEXT_RESEND = `greatest(${ATTEMPTS_MAX}, (SELECT max(attempt) FROM webhook_attempts WHERE event_id = e.id)) + 1`;

/** An attempt of the event waits to be made, or is under way. */
const IS_QUEUED = `EXISTS (SELECT FROM outbox o WHERE o.subject_id = e.id AND o.topic = 'deliver_event')`;

export interface ResendFacts {
  readonly reachable: boolean;
  readonly queued: boolean;
  readonly pauseMs: number;
  readonly waiting: number;
}

/**
 * Requests one more attempt of an event of an account, outside its schedule. Under the event's lock, two requests at the
 * same time count once.
 * @param limits false for operators, who may hurry.
 */
export function resendEvent(
  pool: Pool,
  accountId: AccountId,
  id: EventId,
  limits: boolean,
  /** Called in the transaction that queues the event. */
  onQueued: (tx: PoolClient) => Promise<void> = async () => {},
  /** The only endpoint to resend it to; null for all. */
  endpointId: EndpointId | null = null,
): Promise<Resend> {
  const [account, event] = [uuidOf('acc', accountId), uuidOf('evt', id)];
  return inTransaction(pool, async (tx) => {
    await tx.query({
      name: 'lock-event',
      text: `SELECT FROM events WHERE account_id = $1 AND id = $2 FOR UPDATE`,
      values: [account, event],
    });
    const { rows } = await tx.query<ResendFacts>({
      name: 'resend-facts',
      text: RESEND_FACTS,
      values: [account, event],
    });
    const facts = rows[0];
    if (facts === undefined) return { kind: 'not_found' };
    const judged = endpointId === null ? judgeResend(facts, limits) : NO_ENDPOINT;
    if (judged === 'allowed') {
      await tx.query({
        name: 'queue-resend',
        text: `
          INSERT INTO outbox (id, queue, topic, subject_id, account_id, attempt, created_at)
          SELECT uuidv7(), 'webhooks', 'deliver_event', e.id, e.account_id, ${NEXT_RESEND}, app_now()
            FROM events e
           WHERE e.account_id = $1 AND e.id = $2`,
        values: [account, event],
      });
    }
    const resent = [
      judged === 'allowed' ? QUEUED : judged,
      ...(await resendDeliveries(tx, { account, event, endpointId, limits })),
    ];
    const result = strongest(resent);
    if (result.kind === 'queued') await onQueued(tx);
    return result;
  });
}

const QUEUED: Resend = { kind: 'queued' };
const NO_ENDPOINT: Resend = { kind: 'no_endpoint' };
const ORDER: readonly Resend['kind'][] = ['queued', 'waiting', 'too_soon', 'no_endpoint', 'not_found'];

/** Of the results at several endpoints: something was queued if it was for one of them. */
function strongest(results: readonly Resend[]): Resend {
  const sorted = results.toSorted((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind));
  return sorted[0] ?? NO_ENDPOINT;
}

/** Whether an endpoint may get an event one more time. */
function judgeResend(facts: ResendFacts, limits: boolean): Resend | 'allowed' {
  if (!facts.reachable) return NO_ENDPOINT;
  if (facts.queued) return { kind: 'waiting' };
  if (limits && facts.pauseMs > 0) return tooSoon(facts.pauseMs);
  if (limits && facts.waiting >= RESENDS_WAITING_MAX) return tooSoon(RESEND_PAUSE_MS);
  return 'allowed';
}

/** The same at the endpoints that clients set and that want the event, or at one of them. */
async function resendDeliveries(tx: PoolClient, asked: AskedResend): Promise<Resend[]> {
  await addDeliveries(tx, asked);
  const results: Resend[] = [];
  for (const { delivery, endpoint, ...facts } of await readDeliveryFacts(tx, asked)) {
    const judged = judgeResend({ reachable: true, ...facts }, asked.limits);
    if (judged === 'allowed') await queueDelivery(tx, delivery, endpoint);
    results.push(judged === 'allowed' ? QUEUED : judged);
  }
  return results;
}

function tooSoon(ms: number): Resend {
  return { kind: 'too_soon', retryAfterSeconds: Math.ceil(ms / 1_000) };
}

/** By the account's and the event's UUID. */
export const RESEND_FACTS = `
  SELECT EXISTS (SELECT FROM webhook_endpoints w WHERE w.account_id = e.account_id) AS reachable,
         ${IS_QUEUED} AS queued,
         -- Never below 0: the milliseconds of a month are more than an integer holds.
         greatest(0, (SELECT extract(epoch FROM max(a.started_at) - app_now()) * 1000 + ${RESEND_PAUSE_MS}
                        FROM webhook_attempts a
                       WHERE a.event_id = e.id AND a.attempt > ${ATTEMPTS_MAX}))::int AS "pauseMs",
         (SELECT count(*)
            FROM outbox o
           WHERE o.account_id = e.account_id AND o.attempt > ${ATTEMPTS_MAX})::int AS waiting
    FROM events e
   WHERE e.account_id = $1 AND e.id = $2`;

export interface RecoveredPage {
  readonly queued: number;
  /** Where the page ended; null when there was nothing more. */
  readonly last: EventPosition | null;
}

/**
 * Asks for an attempt, at the endpoint that operators set, of each event of an account that was not delivered since a time,
 * oldest first, a page at a time. Those that already wait for an attempt, and test events, are skipped. A resend of one of
 * them waits until the transaction ends, so that it is not asked for twice.
 */
export async function recoverPage(
  tx: PoolClient,
  accountId: AccountId,
  range: { readonly since: Date; readonly after: EventPosition | null; readonly limit: number },
): Promise<RecoveredPage> {
  const { rows } = await tx.query<{ id: string; createdAt: Date }>({
    name: 'recover-page',
    text: `
      WITH undelivered AS (
        SELECT e.id, e.account_id, e.created_at, ${NEXT_RESEND} AS attempt
          FROM events e
          JOIN webhook_endpoints w ON w.account_id = e.account_id
         WHERE e.account_id = $1 AND e.delivery <> 'delivered' AND NOT e.test AND e.created_at >= $2
           -- Events of other types may exist only for the endpoints of clients.
           AND (e.type LIKE 'purchase.%' OR e.type = ANY (w.extra_events))
           AND ($3::timestamptz IS NULL OR (e.created_at, e.id) > ($3, $4::uuid))
           AND NOT ${IS_QUEUED}
         ORDER BY e.created_at, e.id
         LIMIT $5
           FOR KEY SHARE OF e
      ), queued AS (
        INSERT INTO outbox (id, queue, topic, subject_id, account_id, attempt, created_at)
        SELECT uuidv7(), 'webhooks', 'deliver_event', id, account_id, attempt, app_now()
          FROM undelivered
         ORDER BY created_at, id
        ON CONFLICT (subject_id, attempt) WHERE attempt IS NOT NULL DO NOTHING
      )
      SELECT id, created_at AS "createdAt" FROM undelivered ORDER BY created_at, id`,
    values: [
      uuidOf('acc', accountId),
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

/**
 * How many attempts that were asked for outside the schedule wait at an endpoint, or are under way.
 * @param turn the UUID by which its rows take turns: of the account, or of the endpoint that a client set.
 */
export async function countQueuedResends(db: Pool, turn: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'count-queued-resends',
    text: `SELECT count(*)::int AS count FROM outbox WHERE account_id = $1 AND attempt > ${ATTEMPTS_MAX}`,
    values: [turn],
  });
  return rows[0]?.count ?? 0;
}
