import type { Pool } from 'pg';
import { FAILURES_OF_PROVEN } from '../../domain/webhook/endpoint-standing.ts';
import {
  EVERY_ENDPOINT,
  type EveryEndpoint,
  type EveryRow,
  idsAfter,
  LAST,
  readEvery,
  WAITING_BY_ENDPOINT,
} from './every.ts';

/** Where a page ended. */
export type FailingPosition = Pick<EveryEndpoint, 'accountId' | 'endpointId'> & {
  readonly failures: number;
};

/** The condition of `judgeStanding` for `failing`. */
const FAILING = `failures >= CASE WHEN delivered_at IS NULL THEN 1 ELSE ${FAILURES_OF_PROVEN} END`;

/** Endpoints of all accounts that are failing, those with the most failures first. Disabled ones are left out. */
export async function listFailingEndpoints(
  db: Pool,
  after: FailingPosition | null,
  limit: number,
): Promise<EveryEndpoint[]> {
  const { rows } = await db.query<EveryRow<EveryEndpoint>>({
    text: `
      SELECT a.id AS account, a.name AS "accountName", a.livemode, t.endpoint, t.url, t.failures,
             t.delivered_at AS "deliveredAt", coalesce(w.waiting, 0) AS waiting
        FROM (SELECT *
                FROM (${EVERY_ENDPOINT}) every
               WHERE ${FAILING}
                 AND ($2::int IS NULL
                      OR (-failures, account_id, coalesce(endpoint, ${LAST})) > (-$2, $3::uuid, coalesce($4, ${LAST})))
               ORDER BY failures DESC, account_id, endpoint
               LIMIT $1) t
        JOIN accounts a ON a.id = t.account_id
        LEFT JOIN (${WAITING_BY_ENDPOINT}) w ON w.id = coalesce(t.endpoint, t.account_id)
       ORDER BY t.failures DESC, a.id, t.endpoint`,
    values: [limit, after?.failures ?? null, ...idsAfter(after)],
  });
  return rows.map(readEvery);
}
