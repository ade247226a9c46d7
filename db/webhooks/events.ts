import { type AccountId, type EventId, idFromUuid, type PurchaseId, uuidOf } from '../../domain/ids.ts';
import type { EventDelivery, StoredAttempt, StoredEvent } from '../../domain/webhook/event.ts';
import { ATTEMPTS_MAX } from '../../domain/webhook/retry-schedule.ts';
import type { Reader } from '../account-reads.ts';

/** Over all endpoints: open while one is, and only delivered if none failed. An event that went nowhere was not sent. */
export const OVER_ALL = `
  CROSS JOIN LATERAL (
    SELECT CASE WHEN e.delivery = 'pending' OR bool_or(d.delivery = 'pending') THEN 'pending'
                WHEN e.delivery = 'failed' OR bool_or(d.delivery = 'failed') THEN 'failed'
                WHEN e.delivery = 'delivered' OR bool_or(d.delivery = 'delivered') THEN 'delivered'
                ELSE 'not_sent' END AS delivery,
           least(e.delivered_at, min(d.delivered_at)) AS delivered_at
      FROM deliveries d
     WHERE d.event_id = e.id) over_all`;

const COLUMNS = `
  e.id, e.type, e.created_at AS "createdAt", e.body, over_all.delivery, e.test,
  over_all.delivered_at AS "deliveredAt"`;

type EventRow = Omit<StoredEvent, 'id'> & { readonly id: string };

/** One event of an account; null when the account has no such event. */
export async function findEvent(db: Reader, accountId: AccountId, id: EventId): Promise<StoredEvent | null> {
  const { rows } = await db.query<EventRow>({
    name: 'find-event',
    text: `SELECT ${COLUMNS} FROM events e ${OVER_ALL} WHERE e.account_id = $1 AND e.id = $2`,
    values: [uuidOf('acc', accountId), uuidOf('evt', id)],
  });
  return rows[0] === undefined ? null : readEvent(rows[0]);
}

/** Which events to list; null for no filter. */
export interface EventFilter {
  readonly type: string | null;
  readonly delivery: EventDelivery | null;
  readonly purchaseId: PurchaseId | null;
  /** Created at or after. */
  readonly createdFrom: Date | null;
  /** Created before. */
  readonly createdTo: Date | null;
}

/** Where a page ended: the next begins after it. */
export interface EventPosition {
  readonly createdAt: Date;
  readonly id: EventId;
}

/** By account, type, delivery, from, to, the place after which to begin, how many, and purchase. */
export const LIST_EVENTS = `
  SELECT ${COLUMNS}
    FROM events e ${OVER_ALL}
   WHERE e.account_id = $1
     AND ($2::text IS NULL OR e.type = $2)
     AND ($3::text IS NULL OR e.delivery = $3)
     AND ($3::text IS NULL OR $3 = 'delivered' OR e.delivery <> 'delivered')
     AND ($4::timestamptz IS NULL OR e.created_at >= $4)
     AND ($5::timestamptz IS NULL OR e.created_at < $5)
     AND ($6::timestamptz IS NULL OR (e.created_at, e.id) < ($6, $7::uuid))
     AND ($9::uuid IS NULL OR e.subject_id = $9)
   ORDER BY e.created_at DESC, e.id DESC
   LIMIT $8`;

/** The same for an account whose events go to endpoints of clients: the state over all of them counts. */
const LIST_BY_DELIVERY = `
  SELECT ${COLUMNS}
    FROM events e ${OVER_ALL}
   WHERE e.account_id = $1
     AND ($2::text IS NULL OR e.type = $2)
     AND over_all.delivery = $3
     AND ($3 = 'delivered'
          OR e.id IN (SELECT o.id FROM events o WHERE o.account_id = $1 AND o.delivery <> 'delivered'
                       UNION ALL
                      SELECT d.event_id FROM deliveries d WHERE d.account_id = $1 AND d.delivery <> 'delivered'))
     AND ($4::timestamptz IS NULL OR e.created_at >= $4)
     AND ($5::timestamptz IS NULL OR e.created_at < $5)
     AND ($6::timestamptz IS NULL OR (e.created_at, e.id) < ($6, $7::uuid))
     AND ($9::uuid IS NULL OR e.subject_id = $9)
   ORDER BY e.created_at DESC, e.id DESC
   LIMIT $8`;

async function hasDeliveries(db: Reader, accountId: AccountId): Promise<boolean> {
  const { rows } = await db.query<{ has: boolean }>({
    name: 'has-deliveries',
    text: `
      SELECT EXISTS (SELECT FROM client_endpoints WHERE account_id = $1)
             OR EXISTS (SELECT FROM deliveries WHERE account_id = $1 AND delivery <> 'delivered') AS has`,
    values: [uuidOf('acc', accountId)],
  });
  return rows[0]?.has === true;
}

/** Up to `limit` events of an account after a position, newest first. */
export async function listEvents(
  db: Reader,
  accountId: AccountId,
  filter: EventFilter,
  after: EventPosition | null,
  limit: number,
): Promise<StoredEvent[]> {
  const several = filter.delivery !== null && (await hasDeliveries(db, accountId));
  const { rows } = await db.query<EventRow>({
    // Planned with its values: events that were not delivered have a separate index.
    text: several ? LIST_BY_DELIVERY : LIST_EVENTS,
    values: [
      uuidOf('acc', accountId),
      filter.type,
      filter.delivery,
      filter.createdFrom,
      filter.createdTo,
      after?.createdAt ?? null,
      after === null ? null : uuidOf('evt', after.id),
      limit,
      filter.purchaseId === null ? null : uuidOf('pur', filter.purchaseId),
    ],
  });
  return rows.map(readEvent);
}

/** Of an event that was resent more often, the last ones are shown. */
const RESENT_SHOWN = 100;

/**
 * The attempts to deliver an event of an account, in the order in which they began: those of the schedule, and of those
 * outside it the last hundred.
 */
export async function listAttempts(db: Reader, accountId: AccountId, id: EventId): Promise<StoredAttempt[]> {
  const { rows } = await db.query<Omit<StoredAttempt, 'endpointId'> & { endpoint: string | null }>({
    name: 'list-attempts',
    text: `
      SELECT NULL::uuid AS endpoint, a.attempt, a.started_at AS "startedAt", a.finished_at AS "finishedAt", a.outcome,
             a.http_status AS "httpStatus", a.error, a.url, a.address, a.duration_ms AS "durationMs", a.answer
        FROM webhook_attempts a
        JOIN events e ON e.id = a.event_id
       WHERE e.account_id = $1 AND e.id = $2
         AND (a.attempt <= ${ATTEMPTS_MAX}
              OR a.attempt > (SELECT max(attempt) FROM webhook_attempts WHERE event_id = $2) - ${RESENT_SHOWN})
       UNION ALL
      SELECT a.endpoint_id, a.attempt, a.started_at, a.finished_at, a.outcome, a.http_status, a.error, a.url, a.address,
             a.duration_ms, a.answer
        FROM deliveries d
        JOIN delivery_attempts a ON a.delivery_id = d.id
       WHERE d.account_id = $1 AND d.event_id = $2
         AND (a.attempt <= ${ATTEMPTS_MAX}
              OR a.attempt > (SELECT max(attempt) FROM delivery_attempts WHERE delivery_id = d.id) - ${RESENT_SHOWN})
       ORDER BY "startedAt", attempt`,
    values: [uuidOf('acc', accountId), uuidOf('evt', id)],
  });
  return rows.map(({ endpoint, ...attempt }) => ({
    endpointId: endpoint === null ? null : idFromUuid('wep', endpoint),
    ...attempt,
  }));
}

function readEvent({ id, ...rest }: EventRow): StoredEvent {
  return { id: idFromUuid('evt', id), ...rest };
}
