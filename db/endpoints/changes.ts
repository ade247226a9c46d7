import type { Pool, PoolClient } from 'pg';
import { type AccountId, type EndpointId, uuidOf } from '../../domain/ids.ts';
import type { EventType } from '../../domain/webhook/event.ts';
import { type Actor, recordAction } from '../audit/record.ts';
import { isViolationOf } from '../errors.ts';
import { inTransaction } from '../transaction.ts';
import { type ClientEndpoint, COLUMNS, findByUrl, type Row, readRow } from './endpoints.ts';

/** What changes; null leaves a field as it is. */
export interface EndpointChanges {
  readonly url: string | null;
  readonly description: string | null;
  readonly eventTypes: readonly EventType[] | null;
  readonly enabled: boolean | null;
}

export type Change =
  | { readonly kind: 'changed'; readonly endpoint: ClientEndpoint }
  | { readonly kind: 'exists'; readonly id: EndpointId }
  | { readonly kind: 'not_found' };

/**
 * Changes an endpoint of a client. Another URL, or enabling it, begins with a clean record. Of two requests that give two
 * endpoints one URL at the same time, one is `exists`.
 */
export async function changeClientEndpoint(
  pool: Pool,
  accountId: AccountId,
  id: EndpointId,
  changes: EndpointChanges,
  actor: Actor,
): Promise<Change> {
  try {
    return await change(pool, accountId, id, changes, actor);
  } catch (error) {
    // Between the look and the update, another request has committed this URL: the next look finds its endpoint.
    if (isViolationOf(error, 'client_endpoints_url')) {
      return changeClientEndpoint(pool, accountId, id, changes, actor);
    }
    throw error;
  }
}

function change(
  pool: Pool,
  accountId: AccountId,
  id: EndpointId,
  { url, description, eventTypes, enabled }: EndpointChanges,
  actor: Actor,
): Promise<Change> {
  return inTransaction(pool, async (tx) => {
    const same = url === null ? null : await findByUrl(tx, accountId, url);
    if (same !== null && same !== id) return { kind: 'exists', id: same };
    const before = await lockEndpoint(tx, accountId, id);
    const { rows } = await tx.query<Row>({
      name: 'change-client-endpoint',
      text: `
        UPDATE client_endpoints
           SET url = coalesce($3, url), description = coalesce($4, description),
               event_types = coalesce($5::text[], event_types), enabled = coalesce($6, enabled),
               delivered_at = CASE WHEN coalesce($3, url) = url THEN delivered_at END,
               failures     = CASE WHEN coalesce($3, url) = url AND (enabled OR $6 IS NOT TRUE) THEN failures ELSE 0 END,
               updated_at   = app_now()
         WHERE account_id = $1 AND id = $2
        RETURNING ${COLUMNS}`,
      values: [uuidOf('acc', accountId), uuidOf('wep', id), url, description, eventTypes, enabled],
    });
    if (rows[0] === undefined) return { kind: 'not_found' };
    const endpoint = readRow(rows[0]);
    const details = toFacts(endpoint);
    await recordAction(tx, { ...actor, action: 'endpoint_change', accountId, subject: id, before, details });
    return { kind: 'changed', endpoint };
  });
}

/** Locks an endpoint, and returns what the audit log keeps of it; null when there is none. */
async function lockEndpoint(
  tx: PoolClient,
  accountId: AccountId,
  id: EndpointId,
): Promise<EndpointFacts | null> {
  const { rows } = await tx.query<Row>({
    name: 'lock-changed-endpoint',
    text: `SELECT ${COLUMNS} FROM client_endpoints WHERE account_id = $1 AND id = $2 FOR UPDATE`,
    values: [uuidOf('acc', accountId), uuidOf('wep', id)],
  });
  return rows[0] === undefined ? null : toFacts(readRow(rows[0]));
}

/** What the audit log keeps of an endpoint. */
interface EndpointFacts {
  readonly url: string;
  readonly description: string;
  readonly event_types: readonly string[];
  readonly enabled: boolean;
}

function toFacts({ url, description, eventTypes, enabled }: ClientEndpoint): EndpointFacts {
  return { url, description, event_types: eventTypes, enabled };
}

/** Deletes an endpoint of a client with its secrets; false when there is none. What waits for it is then not sent. */
export function deleteClientEndpoint(
  pool: Pool,
  accountId: AccountId,
  id: EndpointId,
  actor: Actor,
): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<Row>({
      name: 'delete-client-endpoint',
      text: `DELETE FROM client_endpoints WHERE account_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
      values: [uuidOf('acc', accountId), uuidOf('wep', id)],
    });
    if (rows[0] === undefined) return false;
    const before = toFacts(readRow(rows[0]));
    await recordAction(tx, { ...actor, action: 'endpoint_delete', accountId, subject: id, before });
    return true;
  });
}
