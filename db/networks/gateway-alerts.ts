import type { Pool } from 'pg';

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
export const ALERT_STANDS_MS = 15 * 60_000;

/** Records how often an alert was raised; one that was over starts again. */
export async function recordAlert(db: Pool, alert: GatewayAlert, times: number): Promise<void> {
  await db.query({
    name: 'record-alert',
    text: `
      INSERT INTO gateway_alerts AS a (network_id, livemode, kind, detail, first_at, last_at, times)
      SELECT $1, $2, $3, $4, clock.at, clock.at, $5 FROM (SELECT app_now() AS at) clock
      ON CONFLICT (network_id, livemode, kind) DO UPDATE
        SET detail   = excluded.detail,
            first_at = CASE WHEN a.last_at > excluded.last_at - $6 * interval '1 millisecond'
                            THEN a.first_at ELSE excluded.first_at END,
            times    = CASE WHEN a.last_at > excluded.last_at - $6 * interval '1 millisecond'
                            THEN a.times ELSE 0 END + excluded.times,
            last_at  = excluded.last_at`,
    values: [alert.networkId, alert.livemode, alert.kind, alert.detail, times, ALERT_STANDS_MS],
  });
}

/** Current alerts, by network. */
export async function readStandingAlerts(db: Pool): Promise<StandingAlert[]> {
  const { rows } = await db.query<StandingAlert>({
    name: 'read-standing-alerts',
    text: `
      SELECT network_id AS "networkId", livemode, kind, detail, first_at AS "firstAt", last_at AS "lastAt", times
        FROM gateway_alerts
       WHERE last_at > (SELECT app_now()) - $1 * interval '1 millisecond'
       ORDER BY network_id, livemode DESC, kind`,
    values: [ALERT_STANDS_MS],
  });
  return rows;
}

/** How much waits for people: contradictions, and deliveries that came after their purchase had failed. */
export async function countOpenNews(
  db: Pool,
): Promise<{ readonly contradictions: number; readonly lateConfirmations: number }> {
  const { rows } = await db.query<{ contradictions: number; lateConfirmations: number }>({
    name: 'count-open-news',
    text: `
      SELECT (SELECT count(*) FROM contradictions WHERE resolved_at IS NULL)::int AS contradictions,
             (SELECT count(*) FROM late_confirmations WHERE resolved_at IS NULL)::int AS "lateConfirmations"`,
  });
  return rows[0] ?? { contradictions: 0, lateConfirmations: 0 };
}
