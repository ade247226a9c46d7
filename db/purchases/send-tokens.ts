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
