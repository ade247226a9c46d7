import type { Pool } from 'pg';
import { PACE } from '../outbox/pace.ts';

/** Whether a purchase may be sent once more now. */
export type SendToken = { readonly kind: 'taken' } | { readonly kind: 'wait'; readonly afterMs: number };

/**
 * Takes a token of a network's pace for a send that is repeated; a first send has had its token at admission. A repeat may
 * take up to a second's worth in advance, since its purchase has used up part of its time already. New purchases then wait.
 */
export async function takeSendToken(db: Pool, networkId: string, livemode: boolean): Promise<SendToken> {
  const { rows } = await db.query<{ taken: boolean; after_ms: number }>({
    name: 'take-send-token',
    text: `
      WITH pace AS MATERIALIZED (
        SELECT q.queue, p.rate, app_now() AS at,
               least(p.burst, q.tokens + greatest(0, extract(epoch FROM app_now() - q.tokens_at)) * p.rate) AS tokens
          FROM network_queues q
         CROSS JOIN LATERAL (${PACE}) p
         WHERE q.network_id = $1 AND q.livemode = $2
           FOR UPDATE OF q
      ), taken AS (
        UPDATE network_queues q
           SET tokens = pace.tokens - 1, tokens_at = pace.at
          FROM pace
         WHERE q.queue = pace.queue AND pace.tokens - 1 >= -pace.rate
        RETURNING 1
      )
      SELECT EXISTS (SELECT FROM taken) AS taken,
             greatest(1000, ceil((1 - tokens - rate) / rate * 1000))::int AS after_ms
        FROM pace`,
    values: [networkId, livemode],
  });
  const [row] = rows;
  return row === undefined || row.taken ? { kind: 'taken' } : { kind: 'wait', afterMs: row.after_ms };
}

/** A route of a network in one mode. */
export interface RouteInMode {
  readonly networkId: string;
  readonly livemode: boolean;
  readonly route: string;
}

/** Takes a token of a route that has its own pace. It refills at `ratePerSecond`, up to a second's worth, and one at least. */
export async function takeRouteToken(
  db: Pool,
  { networkId, livemode, route }: RouteInMode,
  ratePerSecond: number,
): Promise<SendToken> {
  // A clock that was read a moment before another's change takes nothing out twice.
  const { rowCount } = await db.query({
    name: 'take-route-token',
    text: `
      INSERT INTO route_tokens AS t (network_id, route, livemode, tokens, tokens_at)
      VALUES ($1, $2, $3, greatest($4::float8, 1) - 1, app_now())
      ON CONFLICT (network_id, route, livemode) DO UPDATE
         SET tokens = ${REFILLED} - 1, tokens_at = greatest(${SINCE}, excluded.tokens_at)
       WHERE ${REFILLED} >= 1`,
    values: [networkId, route, livemode, ratePerSecond],
  });
  return rowCount === 1
    ? { kind: 'taken' }
    : { kind: 'wait', afterMs: Math.max(1_000, Math.ceil(1_000 / ratePerSecond)) };
}

/** When the bucket `t` was last refilled. A time ahead of the clock is of a clock that was set back: then a second is refilled. */
const SINCE = `
  CASE WHEN t.tokens_at > excluded.tokens_at + interval '2 seconds' THEN excluded.tokens_at - interval '1 second' ELSE t.tokens_at END`;
/** The bucket `t` when `excluded` comes, at the rate $4. */
const REFILLED = `
  least(greatest($4::float8, 1), t.tokens + greatest(0, extract(epoch FROM excluded.tokens_at - (${SINCE}))) * $4::float8)`;
