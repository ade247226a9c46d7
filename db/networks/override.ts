import type { Pool, PoolClient } from 'pg';
import type { Cause, Phase } from '../../domain/network/health-reading.ts';
import type { NetworkStatus } from '../../domain/network/network.ts';
import { type Actor, recordAction } from '../audit/record.ts';
import { waitingOrClaimed } from '../outbox/either-index.ts';
import { inTransaction } from '../transaction.ts';

/** An operator's override of a network's status; takes precedence over all measurements. */
export interface NetworkOverride {
  readonly networkId: string;
  readonly status: NetworkStatus;
  /** What clients read while it holds; null only with `operational`. */
  readonly message: string | null;
  /** When it ends by itself; null: when it is cleared. */
  readonly until: Date | null;
}

/** Overrides a network's status for all processes; recorded with who and why. False: no such network. */
export async function overrideNetwork(db: Pool, override: NetworkOverride, actor: Actor): Promise<boolean> {
  const { networkId, status, message, until } = override;
  return inTransaction(db, async (tx) => {
    if (!(await setStatus(tx, networkId, status, message))) return false;
    await tx.query({
      text: `
        INSERT INTO network_health AS h
               (network_id, phase, cause, since, rest_ms, judged_at, status_cause, override_status, override_message,
                override_until)
        VALUES ($1, 'operational', 'none', app_now() - interval '1 minute', 15000, app_now(), 'operator', $2, $3, $4)
        ON CONFLICT (network_id) DO UPDATE
           SET override_status = $2, override_message = $3, override_until = $4, status_cause = 'operator',
               retry_after_ms = NULL`,
      values: [networkId, status, message, until],
    });
    const details = { status, message, until: until?.toISOString() ?? null };
    await recordAction(tx, {
      ...actor,
      action: 'network_override',
      accountId: null,
      subject: networkId,
      details,
    });
    return true;
  });
}

/** Ends an override; the next judgement, a few seconds later, uses measurements. False: there was none. */
export async function clearOverride(db: Pool, networkId: string, actor: Actor): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { rowCount } = await tx.query({
      text: `
        UPDATE network_health SET override_status = NULL, override_message = NULL, override_until = NULL
         WHERE network_id = $1 AND override_status IS NOT NULL`,
      values: [networkId],
    });
    if (rowCount !== 1) return false;
    await recordAction(tx, {
      ...actor,
      action: 'network_override_clear',
      accountId: null,
      subject: networkId,
    });
    return true;
  });
}

/** A network's health as operators see it. */
export interface NetworkHealth {
  readonly networkId: string;
  readonly name: string;
  readonly status: NetworkStatus;
  readonly statusMessage: string | null;
  readonly statusUpdatedAt: Date;
  /** Null where no worker has judged it yet. */
  readonly phase: Phase | null;
  readonly cause: Cause;
  readonly judgedAt: Date | null;
  readonly overrideStatus: NetworkStatus | null;
  readonly overrideUntil: Date | null;
  readonly wallet: {
    readonly available: string;
    readonly currency: string;
    readonly minimum: string | null;
    readonly readAt: Date;
  } | null;
  /** Live calls of the last minute, and those of them that were trouble. */
  readonly calls: number;
  readonly troubles: number;
  /** Purchases that wait to be sent. */
  readonly waiting: number;
}

/** Every network's health, in order of id. */
export async function listNetworkHealth(db: Pool): Promise<NetworkHealth[]> {
  const { rows } = await db.query<
    Omit<NetworkHealth, 'wallet'> & {
      wallet_available: string | null;
      wallet_currency: string | null;
      wallet_minimum: string | null;
      wallet_read_at: Date | null;
    }
  >({
    name: 'list-network-health',
    text: `
      SELECT n.id AS "networkId", n.name, n.status, n.status_message AS "statusMessage",
             n.status_updated_at AS "statusUpdatedAt", h.phase, coalesce(h.status_cause, 'none') AS cause,
             h.judged_at AS "judgedAt", h.override_status AS "overrideStatus", h.override_until AS "overrideUntil",
             h.wallet_available, h.wallet_currency, h.wallet_minimum, h.wallet_read_at, c.calls, c.troubles, w.waiting
        FROM networks n
        LEFT JOIN network_health h ON h.network_id = n.id
       CROSS JOIN LATERAL (
             SELECT coalesce(sum(calls), 0)::int AS calls,
                    coalesce(sum(calls) FILTER (WHERE kind <> 'good'), 0)::int AS troubles
               FROM gateway_calls
              WHERE network_id = n.id AND livemode
                AND bucket_at >= (SELECT app_now()) - interval '1 minute') c
       CROSS JOIN LATERAL (
             SELECT coalesce(sum((SELECT count(*) FROM outbox o WHERE o.queue = q.queue AND ${waitingOrClaimed('o')})), 0)::int
                      AS waiting
               FROM network_queues q
              WHERE q.network_id = n.id AND q.livemode) w
       ORDER BY n.id`,
  });
  return rows.map(({ wallet_available, wallet_currency, wallet_minimum, wallet_read_at, ...health }) => ({
    ...health,
    wallet:
      wallet_available === null || wallet_read_at === null
        ? null
        : {
            available: wallet_available,
            currency: wallet_currency ?? '',
            minimum: wallet_minimum,
            readAt: wallet_read_at,
          },
  }));
}

async function setStatus(
  tx: PoolClient,
  networkId: string,
  status: NetworkStatus,
  message: string | null,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: `UPDATE networks SET status = $2, status_message = $3, status_updated_at = app_now() WHERE id = $1`,
    values: [networkId, status, message],
  });
  return rowCount === 1;
}
