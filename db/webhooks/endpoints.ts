import type { Pool } from 'pg';
import { type AccountId, type EventId, idFromUuid, uuidOf } from '../../domain/ids.ts';
import type { EndpointRecord } from '../../domain/webhook/endpoint-standing.ts';
import type { ExtraEvent } from '../../domain/webhook/event.ts';
import { type Actor, recordAction } from '../audit/record.ts';
import { waitingOrClaimed } from '../outbox/either-index.ts';
import { inTransaction } from '../transaction.ts';

/** Where an account's webhooks go, as operators see it. */
export interface EndpointSummary {
  readonly url: string;
  /** Event types in addition to the three of purchases. */
  readonly extraEvents: readonly ExtraEvent[];
  readonly record: EndpointRecord;
  readonly deliveredAt: Date | null;
  /** Until when the secret before this one signs too; null when there is none. */
  readonly formerUntil: Date | null;
  /** Attempts that wait or are under way. */
  readonly waiting: number;
}

/** The endpoint of an account; null when it has none. */
export async function findEndpoint(db: Pool, accountId: AccountId): Promise<EndpointSummary | null> {
  const { rows } = await db.query<Omit<EndpointSummary, 'record'> & { failures: number }>({
    text: `
      SELECT w.url, w.extra_events AS "extraEvents", w.failures, w.delivered_at AS "deliveredAt",
             CASE WHEN w.former_until > (SELECT app_now()) THEN w.former_until END AS "formerUntil",
             (SELECT count(*)
                FROM outbox o
               WHERE o.queue IN ('webhooks', 'webhooks.held') AND o.account_id = w.account_id
                 AND ${waitingOrClaimed('o')})::int AS waiting
        FROM webhook_endpoints w
       WHERE w.account_id = $1`,
    values: [uuidOf('acc', accountId)],
  });
  if (rows[0] === undefined) return null;
  const { failures, ...rest } = rows[0];
  return { ...rest, record: { everDelivered: rest.deliveredAt !== null, failures } };
}

/** Gives an account that has none an endpoint; the secret comes sealed. False when it has one by now. */
export function createEndpoint(
  pool: Pool,
  accountId: AccountId,
  endpoint: {
    readonly url: string;
    readonly extraEvents: readonly ExtraEvent[];
    readonly sealedSecret: Buffer;
  },
  actor: Actor,
): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    const { rowCount } = await tx.query({
      text: `
        INSERT INTO webhook_endpoints (account_id, url, sealed_secret, extra_events)
        VALUES ($1, $2, $3, $4)
        ON CONFLICT (account_id) DO NOTHING`,
      values: [uuidOf('acc', accountId), endpoint.url, endpoint.sealedSecret, endpoint.extraEvents],
    });
    if (rowCount !== 1) return false;
    const details = { url: endpoint.url, extra_events: endpoint.extraEvents, secret: 'issued' };
    await recordAction(tx, {
      ...actor,
      action: 'webhook_set',
      accountId,
      subject: 'webhook_endpoint',
      details,
    });
    return true;
  });
}

/**
 * Changes where an account's webhooks go and, unless `extraEvents` is null, which further event types it gets.
 * Another address begins with a clean record. Null when the account has no endpoint, otherwise its further event types.
 */
export function changeEndpoint(
  pool: Pool,
  accountId: AccountId,
  { url, extraEvents }: { readonly url: string; readonly extraEvents: readonly ExtraEvent[] | null },
  actor: Actor,
): Promise<readonly ExtraEvent[] | null> {
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ extraEvents: readonly ExtraEvent[] }>({
      text: `
        UPDATE webhook_endpoints
           SET url = $2, extra_events = coalesce($3::text[], extra_events), updated_at = (SELECT app_now()),
               delivered_at = CASE WHEN url = $2 THEN delivered_at END,
               failures     = CASE WHEN url = $2 THEN failures ELSE 0 END
         WHERE account_id = $1
        RETURNING extra_events AS "extraEvents"`,
      values: [uuidOf('acc', accountId), url, extraEvents],
    });
    if (rows[0] === undefined) return null;
    const details = { url, extra_events: rows[0].extraEvents };
    await recordAction(tx, {
      ...actor,
      action: 'webhook_set',
      accountId,
      subject: 'webhook_endpoint',
      details,
    });
    return rows[0].extraEvents;
  });
}

/** Removes an account's endpoint with its secrets; false when it has none. What waits for it is then dropped, unsent. */
export function removeEndpoint(pool: Pool, accountId: AccountId, actor: Actor): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ url: string }>({
      text: `DELETE FROM webhook_endpoints WHERE account_id = $1 RETURNING url`,
      values: [uuidOf('acc', accountId)],
    });
    if (rows[0] === undefined) return false;
    const details = { url: rows[0].url };
    await recordAction(tx, {
      ...actor,
      action: 'webhook_remove',
      accountId,
      subject: 'webhook_endpoint',
      details,
    });
    return true;
  });
}

/** The account of an event; null when there is no such event. */
export async function findEventAccount(db: Pool, id: EventId): Promise<AccountId | null> {
  const { rows } = await db.query<{ id: string }>({
    text: `SELECT account_id AS id FROM events WHERE id = $1`,
    values: [uuidOf('evt', id)],
  });
  return rows[0] === undefined ? null : idFromUuid('acc', rows[0].id);
}
