import type { Pool } from 'pg';
import { FAILURES_OF_PROVEN } from '../../domain/webhook/endpoint-standing.ts';
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

/** The condition of `judgeStanding` for `failing`. */
const FAILING = `failures >= CASE WHEN delivered_at IS NULL THEN 1 ELSE ${FAILURES_OF_PROVEN} END`;

/** Endpoints of all accounts that are failing. The first page has those with the most failures. Disabled ones are left out. */
export async function listFailingEndpoints(
  db: Pool,
  after: EveryPosition | null,
  limit: number,
): Promise<EveryEndpoint[]> {
  const { rows } = await db.query<EveryRow<EveryEndpoint>>({
    text: `
      SELECT a.id AS account, a.name AS "accountName", a.livemode, t.endpoint, t.url, t.failures,
             t.delivered_at AS "deliveredAt", coalesce(w.waiting, 0) AS waiting
        FROM (SELECT *
                FROM (${EVERY_ENDPOINT}) every
               WHERE ${FAILING} AND ${AFTER}
               ORDER BY ${worstFirst('failures')}
               LIMIT $1) t
        JOIN accounts a ON a.id = t.account_id
        LEFT JOIN (${WAITING_BY_ENDPOINT}) w ON w.id = t.key
       ORDER BY ${worstFirst('failures')}`,
    values: [limit, after?.first ?? null, after?.last ?? null],
  });
  return rows.map(readEvery);
}
