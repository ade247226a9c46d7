import type { Pool, PoolClient } from 'pg';
import { type AccountId, type EndpointId, idFromUuid, uuidOf } from '../../domain/ids.ts';
import type { EndpointRecord } from '../../domain/webhook/endpoint-standing.ts';
import type { EventType } from '../../domain/webhook/event.ts';
import { type Actor, recordAction } from '../audit/record.ts';
import { waitingOrClaimed } from '../outbox/either-index.ts';
import { inTransaction } from '../transaction.ts';

/** An endpoint that a client set. */
export interface ClientEndpoint {
  readonly id: EndpointId;
  readonly url: string;
  readonly description: string;
  readonly eventTypes: readonly EventType[];
  readonly enabled: boolean;
  readonly record: EndpointRecord;
  readonly deliveredAt: Date | null;
  /** Until when the secret before this one signs too; null when there is none. */
  readonly formerUntil: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Most endpoints that a client may set, as the table checks it. */
export const ENDPOINTS_MAX = 10;

/** An endpoint as it is stored. */
export type Row = Omit<ClientEndpoint, 'id' | 'record'> & { readonly id: string; readonly failures: number };

/** The columns of a `Row`. */
export const COLUMNS = `
  id, url, description, event_types AS "eventTypes", enabled, failures, delivered_at AS "deliveredAt",
  CASE WHEN former_until > (SELECT app_now()) THEN former_until END AS "formerUntil",
  created_at AS "createdAt", updated_at AS "updatedAt"`;

/** All endpoints that a client set, in order of their ids: oldest first. */
export async function listClientEndpoints(db: Pool, accountId: AccountId): Promise<ClientEndpoint[]> {
  const { rows } = await db.query<Row>({
    name: 'list-client-endpoints',
    text: `SELECT ${COLUMNS} FROM client_endpoints WHERE account_id = $1 ORDER BY id`,
    values: [uuidOf('acc', accountId)],
  });
  return rows.map(readRow);
}

/** How many attempts at each endpoint of a client wait or are under way; an endpoint without any is left out. */
export async function countWaiting(db: Pool, accountId: AccountId): Promise<ReadonlyMap<EndpointId, number>> {
  const { rows } = await db.query<{ id: string; waiting: number }>({
    name: 'count-waiting-deliveries',
    text: `
      SELECT c.id, count(*)::int AS waiting
        FROM client_endpoints c
        JOIN outbox o ON o.account_id = c.id AND o.queue IN ('deliveries', 'deliveries.held') AND ${waitingOrClaimed('o')}
       WHERE c.account_id = $1
       GROUP BY c.id`,
    values: [uuidOf('acc', accountId)],
  });
  return new Map(rows.map(({ id, waiting }) => [idFromUuid('wep', id), waiting]));
}

/** One endpoint of a client; null when its account has no such endpoint. */
export async function findClientEndpoint(
  db: Pool,
  accountId: AccountId,
  id: EndpointId,
): Promise<ClientEndpoint | null> {
  const { rows } = await db.query<Row>({
    name: 'find-client-endpoint',
    text: `SELECT ${COLUMNS} FROM client_endpoints WHERE account_id = $1 AND id = $2`,
    values: [uuidOf('acc', accountId), uuidOf('wep', id)],
  });
  return rows[0] === undefined ? null : readRow(rows[0]);
}

export interface NewClientEndpoint {
  readonly id: EndpointId;
  readonly url: string;
  readonly description: string;
  readonly eventTypes: readonly EventType[];
  readonly sealedSecret: Buffer;
}

export type Creation =
  | { readonly kind: 'created'; readonly endpoint: ClientEndpoint }
  | { readonly kind: 'exists'; readonly id: EndpointId }
  | { readonly kind: 'full' };

/** Gives a client one more endpoint, unless it has one with this URL, or as many as it may have. */
export function createClientEndpoint(
  pool: Pool,
  accountId: AccountId,
  wanted: NewClientEndpoint,
  actor: Actor,
): Promise<Creation> {
  return inTransaction(pool, async (tx) => {
    // Another request may take the same slot, but each can do so only once.
    for (let tried = 0; tried <= ENDPOINTS_MAX; tried++) {
      const endpoint = await insert(tx, accountId, wanted);
      if (endpoint !== null) {
        const { url, eventTypes } = endpoint;
        const details = { url, event_types: eventTypes, secret: 'issued' };
        await recordAction(tx, {
          ...actor,
          action: 'endpoint_create',
          accountId,
          subject: wanted.id,
          details,
        });
        return { kind: 'created', endpoint };
      }
      const same = await findByUrl(tx, accountId, wanted.url);
      if (same !== null) return { kind: 'exists', id: same };
    }
    return { kind: 'full' };
  });
}

async function insert(
  tx: PoolClient,
  accountId: AccountId,
  { id, url, description, eventTypes, sealedSecret }: NewClientEndpoint,
): Promise<ClientEndpoint | null> {
  const { rows } = await tx.query<Row>({
    name: 'create-client-endpoint',
    text: `
      INSERT INTO client_endpoints (id, account_id, slot, url, description, event_types, sealed_secret)
      SELECT $1, $2, s.slot, $3, $4, $5, $6
        FROM generate_series(1, ${ENDPOINTS_MAX}) AS s (slot)
       WHERE NOT EXISTS (SELECT FROM client_endpoints c WHERE c.account_id = $2 AND c.slot = s.slot)
       ORDER BY s.slot
       LIMIT 1
      ON CONFLICT DO NOTHING
      RETURNING ${COLUMNS}`,
    values: [uuidOf('wep', id), uuidOf('acc', accountId), url, description, eventTypes, sealedSecret],
  });
  return rows[0] === undefined ? null : readRow(rows[0]);
}

/** The endpoint of a client with this URL; null when there is none. */
export async function findByUrl(
  tx: PoolClient,
  accountId: AccountId,
  url: string,
): Promise<EndpointId | null> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'find-client-endpoint-by-url',
    text: `SELECT id FROM client_endpoints WHERE account_id = $1 AND url = $2`,
    values: [uuidOf('acc', accountId), url],
  });
  return rows[0] === undefined ? null : idFromUuid('wep', rows[0].id);
}

/** The endpoint that a row stores. */
export function readRow({ id, failures, ...rest }: Row): ClientEndpoint {
  const record = { everDelivered: rest.deliveredAt !== null, failures };
  return { id: idFromUuid('wep', id), record, ...rest };
}
