import type { Pool } from 'pg';
import { type AccountId, type EndpointId, idFromUuid, uuidOf } from '../../domain/ids.ts';

/** Which endpoint secrets belong to. */
export interface SecretsOwner {
  readonly accountId: AccountId;
  /** Null for the endpoint that operators set. */
  readonly endpointId: EndpointId | null;
}

/** Secrets of one endpoint as they are stored. */
export interface SealedSecrets extends SecretsOwner {
  readonly current: Buffer;
  readonly former: Buffer | null;
}

/** The sealed secrets of up to `limit` endpoints behind one of them, in order of their ids. */
export async function readSealedSecrets(
  db: Pool,
  after: SecretsOwner | null,
  limit: number,
): Promise<SealedSecrets[]> {
  const { rows } = await db.query<{
    id: string;
    endpoint: string | null;
    current: Buffer;
    former: Buffer | null;
  }>({
    text: `
      SELECT id, endpoint, current, former
        FROM (SELECT account_id AS key, account_id AS id, NULL::uuid AS endpoint, sealed_secret AS current,
                     former_sealed_secret AS former
                FROM webhook_endpoints
               UNION ALL
              SELECT id, account_id, id, sealed_secret, former_sealed_secret
                FROM client_endpoints) endpoints
       WHERE $1::uuid IS NULL OR key > $1
       ORDER BY key
       LIMIT $2`,
    values: [after === null ? null : toKey(after), limit],
  });
  return rows.map(({ id, endpoint, ...secrets }) => ({
    accountId: idFromUuid('acc', id),
    endpointId: endpoint === null ? null : idFromUuid('wep', endpoint),
    ...secrets,
  }));
}

/** The sealed secrets of an endpoint; null when there is none. */
export async function findSealedSecrets(db: Pool, owner: SecretsOwner): Promise<SealedSecrets | null> {
  const { rows } = await db.query<Pick<SealedSecrets, 'current' | 'former'>>({
    text: `
      SELECT sealed_secret AS current, former_sealed_secret AS former
        FROM ${toTable(owner)}
       WHERE account_id = $1 AND ${toKeyColumn(owner)} = $2`,
    values: [uuidOf('acc', owner.accountId), toKey(owner)],
  });
  return rows[0] === undefined ? null : { ...owner, ...rows[0] };
}

/** Puts re-sealed secrets in place of `from`; false when they were changed meanwhile. */
export async function replaceSealedSecrets(
  db: Pool,
  from: SealedSecrets,
  to: Pick<SealedSecrets, 'current' | 'former'>,
): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `
      UPDATE ${toTable(from)}
         SET sealed_secret = $5, former_sealed_secret = $6
       WHERE account_id = $1 AND ${toKeyColumn(from)} = $2
         AND sealed_secret = $3 AND former_sealed_secret IS NOT DISTINCT FROM $4`,
    values: [uuidOf('acc', from.accountId), toKey(from), from.current, from.former, to.current, to.former],
  });
  return rowCount === 1;
}

function toTable({ endpointId }: SecretsOwner): string {
  return endpointId === null ? 'webhook_endpoints' : 'client_endpoints';
}

function toKeyColumn({ endpointId }: SecretsOwner): string {
  return endpointId === null ? 'account_id' : 'id';
}

function toKey({ accountId, endpointId }: SecretsOwner): string {
  return endpointId === null ? uuidOf('acc', accountId) : uuidOf('wep', endpointId);
}
