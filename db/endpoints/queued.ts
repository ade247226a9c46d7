import type { Pool } from 'pg';
import {
  AFTER,
  EVERY_ENDPOINT,
  type EveryEndpoint,
  type EveryPosition,
  type EveryRow,
  readEvery,
  WAITING_BY_ENDPOINT,
  worstFirst,
} from './every.ts';

/** A webhook endpoint of any client for which something waits, or that has not accepted the last attempt. */
export interface QueuedEndpoint extends EveryEndpoint {
  /** Since when the oldest attempt is there; null for none. */
  readonly oldestAt: Date | null;
  /** Events of the last two days that were tried and wait for the time of their next attempt: `COUNTED` if more. */
  readonly retrying: number;
  /** Events of the last two days that are no longer tried: `COUNTED` if more. */
  readonly failed: number;
}

/** Up to this many events of an endpoint are counted, so that an endpoint that was down for a day costs no more than others. */
const COUNTED = 1_001;

const QUEUED = `
  SELECT t.*, coalesce(w.waiting, 0) AS waiting, w.oldest
    FROM (${EVERY_ENDPOINT}) t
    LEFT JOIN (${WAITING_BY_ENDPOINT}) w ON w.id = t.key
   WHERE t.failures > 0 OR w.waiting > 0`;

/** What was sent to one endpoint. The last attempt is made a day after the first, so two days have what was given up lately. */
function countLately(condition: string): string {
  return `
    SELECT count(*)::int
      FROM (SELECT
              FROM (SELECT id, delivery
                      FROM events
                     WHERE q.endpoint IS NULL AND account_id = q.account_id AND delivery <> 'delivered'
                       AND created_at > now.at - interval '2 days'
                     UNION ALL
                    SELECT id, delivery
                      FROM deliveries
                     WHERE endpoint_id = q.endpoint AND account_id = q.account_id AND delivery <> 'delivered'
                       AND created_at > now.at - interval '2 days') e
             WHERE ${condition}
             LIMIT ${COUNTED}) counted`;
}

const RETRYING = `e.delivery = 'pending'
               AND NOT EXISTS (SELECT FROM outbox o WHERE o.subject_id = e.id AND o.queue <> 'temporal')`;

/** Endpoints of all accounts for which attempts wait or fail. The first page has those with the most that waits. Disabled ones are left out. */
export async function listQueuedEndpoints(
  db: Pool,
  after: EveryPosition | null,
  limit: number,
): Promise<QueuedEndpoint[]> {
  const { rows } = await db.query<EveryRow<QueuedEndpoint>>({
    text: `
      SELECT a.id AS account, a.name AS "accountName", a.livemode, q.endpoint, q.url, q.failures,
             q.delivered_at AS "deliveredAt", q.waiting, q.oldest AS "oldestAt",
             (${countLately(RETRYING)}) AS retrying,
             (${countLately(`e.delivery = 'failed'`)}) AS failed
        FROM (SELECT *
                FROM (${QUEUED}) every
               WHERE ${AFTER}
               ORDER BY ${worstFirst('waiting', 'failures')}
               LIMIT $1) q
        JOIN accounts a ON a.id = q.account_id
       CROSS JOIN (SELECT app_now() AS at) now
       ORDER BY ${worstFirst('waiting', 'failures')}`,
    values: [limit, after?.first ?? null, after?.last ?? null],
  });
  return rows.map(readEvery);
}
