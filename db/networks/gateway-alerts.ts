import type { Pool } from 'pg';
import { MAIN_ROUTE } from '../../domain/network/route.ts';

export type GatewayAlertKind =
  | 'supplier_account'
  | 'undocumented_answer'
  | 'callback_rejected'
  /** It reports a delivery of another product than was ordered. */
  | 'other_product';

/** Trouble that concerns a whole gateway and no single number. */
export interface GatewayAlert {
  readonly networkId: string;
  readonly livemode: boolean;
  /** Which gateway of the network. */
  readonly route: string;
  readonly kind: GatewayAlertKind;
  /** The gateway's code and text: no phone number, no secret. */
  readonly detail: string;
}

export interface StandingAlert extends GatewayAlert {
  /** Since when it has continued without a pause of `ALERT_STANDS_MS`. */
  readonly firstAt: Date;
  readonly lastAt: Date;
  readonly times: number;
}

/** An alert is over when it was not raised again for this long: 15 minutes. */
const ALERT_STANDS_MS = 15 * 60_000;

/** Records how often an alert was raised; one that was over starts again. */
export async function recordAlert(db: Pool, alert: GatewayAlert, times: number): Promise<void> {
  const { networkId, livemode, route, kind, detail } = alert;
  const values = [networkId, livemode, kind, detail, times, ALERT_STANDS_MS];
  await db.query(
    route === MAIN_ROUTE
      ? { name: 'record-alert', text: RECORD, values }
      : { name: 'record-route-alert', text: RECORD_OF_ROUTE, values: [...values, route] },
  );
}

const RAISED_AGAIN = `
        detail   = excluded.detail,
        first_at = CASE WHEN a.last_at > excluded.last_at - $6 * interval '1 millisecond'
                        THEN a.first_at ELSE excluded.first_at END,
        times    = CASE WHEN a.last_at > excluded.last_at - $6 * interval '1 millisecond'
                        THEN a.times ELSE 0 END + excluded.times,
        last_at  = excluded.last_at`;

const RECORD = `
  INSERT INTO gateway_alerts AS a (network_id, livemode, kind, detail, first_at, last_at, times)
  SELECT $1, $2, $3, $4, clock.at, clock.at, $5 FROM (SELECT app_now() AS at) clock
  ON CONFLICT (network_id, livemode, kind) DO UPDATE SET ${RAISED_AGAIN}`;

const RECORD_OF_ROUTE = `
  INSERT INTO route_alerts AS a (network_id, livemode, kind, detail, first_at, last_at, times, route)
  SELECT $1, $2, $3, $4, clock.at, clock.at, $5, $7 FROM (SELECT app_now() AS at) clock
  ON CONFLICT (network_id, livemode, route, kind) DO UPDATE SET ${RAISED_AGAIN}`;

/** Current alerts, by network and gateway, the main one first. */
export async function readStandingAlerts(db: Pool): Promise<StandingAlert[]> {
  const { rows } = await db.query<StandingAlert>({
    name: 'read-standing-alerts',
    text: `
      SELECT network_id AS "networkId", livemode, route, kind, detail, first_at AS "firstAt", last_at AS "lastAt", times
        FROM (SELECT network_id, livemode, $2::text AS route, kind, detail, first_at, last_at, times
                FROM gateway_alerts
               UNION ALL
              SELECT network_id, livemode, route, kind, detail, first_at, last_at, times FROM route_alerts) known
       WHERE last_at > (SELECT app_now()) - $1 * interval '1 millisecond'
       ORDER BY network_id, livemode DESC, route <> $2, route, kind`,
    values: [ALERT_STANDS_MS, MAIN_ROUTE],
  });
  return rows;
}

/** How much waits for people, of live purchases: contradictions, and deliveries that came after their purchase had failed. */
export async function countOpenNews(
  db: Pool,
): Promise<{ readonly contradictions: number; readonly lateConfirmations: number }> {
  const { rows } = await db.query<{ contradictions: number; lateConfirmations: number }>({
    name: 'count-open-news',
    text: `
      SELECT (SELECT count(*) FROM contradictions c
               WHERE c.resolved_at IS NULL
                 AND EXISTS (SELECT FROM purchases p WHERE p.id = c.purchase_id AND p.livemode))::int AS contradictions,
             (SELECT count(*) FROM late_confirmations l
               WHERE l.resolved_at IS NULL
                 AND EXISTS (SELECT FROM purchases p WHERE p.id = l.purchase_id AND p.livemode))::int AS "lateConfirmations"`,
  });
  return rows[0] ?? { contradictions: 0, lateConfirmations: 0 };
}
