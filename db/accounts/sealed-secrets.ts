import type { Pool } from 'pg';
import { type AccountId, idFromUuid, uuidOf } from '../../domain/ids.ts';

/** Secrets of one endpoint as they are stored. */
export interface SealedSecrets {
  readonly accountId: AccountId;
  readonly current: Buffer;
  readonly former: Buffer | null;
}

/** The sealed secrets of up to `limit` endpoints, in order of their accounts. */
export async function readSealedSecrets(
  db: Pool,
  after: AccountId | null,
  limit: number,
): Promise<SealedSecrets[]> {
  const { rows } = await db.query<{ id: string; current: Buffer; former: Buffer | null }>({
    text: `
      SELECT account_id AS id, sealed_secret AS current, former_sealed_secret AS former
        FROM webhook_endpoints
       WHERE $1::uuid IS NULL OR account_id > $1
       ORDER BY account_id
       LIMIT $2`,
    values: [after === null ? null : uuidOf('acc', after), limit],
  });
  return rows.map(({ id, ...secrets }) => ({ accountId: idFromUuid('acc', id), ...secrets }));
}

/** The sealed secrets of an account's endpoint; null when it has none. */
export async function findSealedSecrets(db: Pool, accountId: AccountId): Promise<SealedSecrets | null> {
  const { rows } = await db.query<Omit<SealedSecrets, 'accountId'>>({
    text: `
      SELECT sealed_secret AS current, former_sealed_secret AS former
        FROM webhook_endpoints
       WHERE account_id = $1`,
    values: [uuidOf('acc', accountId)],
  });
  return rows[0] === undefined ? null : { accountId, ...rows[0] };
}

/** Puts re-sealed secrets in place of `from`; false when they were changed meanwhile. */
export async function replaceSealedSecrets(
  db: Pool,
  from: SealedSecrets,
  to: Pick<SealedSecrets, 'current' | 'former'>,
): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `
      UPDATE webhook_endpoints
         SET sealed_secret = $4, former_sealed_secret = $5
       WHERE account_id = $1 AND sealed_secret = $2 AND former_sealed_secret IS NOT DISTINCT FROM $3`,
    values: [uuidOf('acc', from.accountId), from.current, from.former, to.current, to.former],
  });
  return rowCount === 1;
}
