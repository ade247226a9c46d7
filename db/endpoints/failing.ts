import type { Pool } from 'pg';
import { type AccountId, type EndpointId, idFromUuid, uuidOf } from '../../domain/ids.ts';
import { type EndpointRecord, FAILURES_OF_PROVEN } from '../../domain/webhook/endpoint-standing.ts';

/** An endpoint of any client that is failing. */
export interface FailingEndpoint {
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
}

/** Where a page ended. */
export type FailingPosition = Pick<FailingEndpoint, 'accountId' | 'endpointId'> & {
  readonly failures: number;
};

type Row = Omit<FailingEndpoint, 'accountId' | 'endpointId' | 'record'> & {
  readonly account: string;
  readonly endpoint: string | null;
  readonly failures: number;
};

/** The condition of `judgeStanding` for `failing`. */
const FAILING = `failures >= CASE WHEN delivered_at IS NULL THEN 1 ELSE ${FAILURES_OF_PROVEN} END`;

/** The endpoint that operators set comes after those of the client. */
const LAST = `'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`;

/** Endpoints of all accounts that are failing, those with the most failures first. Disabled ones are left out. */
export async function listFailingEndpoints(
  db: Pool,
  after: FailingPosition | null,
  limit: number,
): Promise<FailingEndpoint[]> {
  const { rows } = await db.query<Row>({
    text: `
      SELECT a.id AS account, a.name AS "accountName", a.livemode, t.endpoint, t.url, t.failures, t."deliveredAt",
             o.waiting
        FROM (SELECT *
                FROM (SELECT account_id, NULL::uuid AS endpoint, url, failures, delivered_at AS "deliveredAt"
                        FROM webhook_endpoints WHERE ${FAILING}
                       UNION ALL
                      SELECT account_id, id, url, failures, delivered_at
                        FROM client_endpoints WHERE ${FAILING} AND enabled) every
               WHERE $2::int IS NULL
                  OR (-failures, account_id, coalesce(endpoint, ${LAST})) > (-$2, $3::uuid, coalesce($4, ${LAST}))
               ORDER BY failures DESC, account_id, endpoint
               LIMIT $1) t
        JOIN accounts a ON a.id = t.account_id
       CROSS JOIN LATERAL (
             SELECT count(*)::int AS waiting
               FROM outbox
              WHERE account_id = coalesce(t.endpoint, t.account_id)
                AND queue IN ('webhooks', 'webhooks.held', 'deliveries', 'deliveries.held')) o
       ORDER BY t.failures DESC, a.id, t.endpoint`,
    values: [
      limit,
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
