import type { Pool } from 'pg';
import { type AccountId, type EndpointId, idFromUuid, uuidOf } from '../../domain/ids.ts';
import type { EndpointRecord } from '../../domain/webhook/endpoint-standing.ts';

/** A webhook endpoint of any client for which something waits, or that has not accepted the last attempt. */
export interface QueuedEndpoint {
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly livemode: boolean;
  /** Null for the endpoint that operators set. */
  readonly endpointId: EndpointId | null;
  readonly url: string;
  readonly record: EndpointRecord;
  readonly deliveredAt: Date | null;
  /** Attempts that wait or are under way. */
  readonly waiting: number;
  /** Since when the oldest of them is there; null for none. */
  readonly oldestAt: Date | null;
  /** Events that were tried and wait for the time of their next attempt. */
  readonly retrying: number;
  /** Events of the last day that are no longer tried. */
  readonly failed: number;
}

/** Where a page ended. */
export type QueuedPosition = Pick<QueuedEndpoint, 'accountId' | 'endpointId' | 'waiting'> & {
  readonly failures: number;
};

type Row = Omit<QueuedEndpoint, 'accountId' | 'endpointId' | 'record'> & {
  readonly account: string;
  readonly endpoint: string | null;
  readonly failures: number;
};

/** The endpoint that operators set comes after those of the client. */
const LAST = `'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`;

const QUEUED = `
  SELECT t.*, coalesce(w.waiting, 0) AS waiting, w.oldest
    FROM (SELECT account_id, NULL::uuid AS endpoint, url, failures, delivered_at FROM webhook_endpoints
           UNION ALL
          SELECT account_id, id, url, failures, delivered_at FROM client_endpoints WHERE enabled) t
    LEFT JOIN (SELECT account_id, count(*)::int AS waiting, min(created_at) AS oldest
                 FROM outbox
                WHERE queue IN ('webhooks', 'webhooks.held', 'deliveries', 'deliveries.held')
                GROUP BY account_id) w
           ON w.account_id = coalesce(t.endpoint, t.account_id)
   WHERE t.failures > 0 OR w.waiting > 0`;

/** What was sent to one endpoint and not delivered. The last attempt of the schedule is made a day after the first. */
const UNDELIVERED = `
  SELECT count(*) FILTER (WHERE delivery = 'pending' AND NOT EXISTS (
                                SELECT FROM outbox o WHERE o.subject_id = e.id AND o.queue <> 'temporal'))::int AS retrying,
         count(*) FILTER (WHERE delivery = 'failed' AND created_at > now.at - interval '1 day')::int AS failed`;

/** Up to `limit` endpoints of all accounts after one, those with the most that waits first. Disabled ones are left out. */
export async function listQueuedEndpoints(
  db: Pool,
  after: QueuedPosition | null,
  limit: number,
): Promise<QueuedEndpoint[]> {
  const { rows } = await db.query<Row>({
    text: `
      SELECT a.id AS account, a.name AS "accountName", a.livemode, q.endpoint, q.url, q.failures,
             q.delivered_at AS "deliveredAt", q.waiting, q.oldest AS "oldestAt", u.retrying, u.failed
        FROM (SELECT *
                FROM (${QUEUED}) every
               WHERE $2::int IS NULL
                  OR (-waiting, -failures, account_id, coalesce(endpoint, ${LAST})) > (-$2, -$3::int, $4::uuid, coalesce($5, ${LAST}))
               ORDER BY waiting DESC, failures DESC, account_id, endpoint
               LIMIT $1) q
        JOIN accounts a ON a.id = q.account_id
       CROSS JOIN (SELECT app_now() AS at) now
       CROSS JOIN LATERAL (
             ${UNDELIVERED}
               FROM (SELECT id, delivery, created_at
                       FROM events
                      WHERE q.endpoint IS NULL AND account_id = q.account_id AND delivery <> 'delivered'
                        AND created_at > now.at - interval '2 days'
                      UNION ALL
                     SELECT id, delivery, created_at
                       FROM deliveries
                      WHERE endpoint_id = q.endpoint AND account_id = q.account_id AND delivery <> 'delivered'
                        AND created_at > now.at - interval '2 days') e) u
       ORDER BY q.waiting DESC, q.failures DESC, a.id, q.endpoint`,
    values: [
      limit,
      after?.waiting ?? null,
      after?.failures ?? null,
      after === null ? null : uuidOf('acc', after.accountId),
      after === null || after.endpointId === null ? null : uuidOf('wep', after.endpointId),
    ],
  });
  return rows.map(({ account, endpoint, failures, ...row }) => ({
    ...row,
    accountId: idFromUuid('acc', account),
    endpointId: endpoint === null ? null : idFromUuid('wep', endpoint),
    record: { everDelivered: row.deliveredAt !== null, failures },
  }));
}
