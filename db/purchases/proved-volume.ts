import type { Pool } from 'pg';

/** What was charged on a day, and how much of it was proved, in minor units of a currency. */
export interface ProvedVolume {
  readonly currency: string;
  readonly charged: number;
  readonly proved: number;
}

/**
 * By currency of our accounts: live purchases that were first sent on the day before yesterday (UTC) and charged. They are proved if each route on which they
 * were sent that day was compared with its list within 24 hours after the day. Reads every purchase of the day.
 */
export async function readProvedVolume(pool: Pool): Promise<ProvedVolume[]> {
  const { rows } = await pool.query<{ currency: string; charged: string; proved: string }>(`
    WITH day AS (
      SELECT date_trunc('day', app_now(), 'UTC') - interval '2 days' AS starts,
             date_trunc('day', app_now(), 'UTC') - interval '1 day' AS ends
    ), compared AS (
      SELECT DISTINCT a.subject AS network_id, a.after ->> 'route' AS route
        FROM audit_log a, day
       WHERE a.at >= day.ends AND a.at < day.ends + interval '24 hours'
         AND a.action = 'gateway_reconcile'
         AND a.after ->> 'livemode' = 'true'
         AND a.after ->> 'date' = to_char(day.starts AT TIME ZONE 'UTC', 'YYYY-MM-DD')
    ), sent AS (
      SELECT s.purchase_id, array_agg(DISTINCT s.route) AS routes
        FROM submissions s, day
       WHERE s.sent_at >= day.starts AND s.sent_at < day.ends
       GROUP BY s.purchase_id
    )
    SELECT a.currency, coalesce(sum(p.price), 0) AS charged,
           coalesce(sum(p.price) FILTER (WHERE s.routes <@ ARRAY(
             SELECT c.route FROM compared c WHERE c.network_id = p.network_id)), 0) AS proved
      FROM (SELECT DISTINCT currency FROM accounts) a
      LEFT JOIN (sent s JOIN purchases p ON p.id = s.purchase_id)
             ON p.currency = a.currency AND p.livemode AND p.status IN ('successful', 'reversed')
     GROUP BY a.currency
     ORDER BY a.currency`);
  return rows.map(({ currency, charged, proved }) => ({
    currency,
    charged: Number(charged),
    proved: Number(proved),
  }));
}
