import type { Pool } from 'pg';
import { type AccountId, type EndpointId, uuidOf } from '../../domain/ids.ts';
import { type Actor, recordAction } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';

export type ClientRotation =
  | { readonly kind: 'rotated' }
  | { readonly kind: 'under_way'; readonly until: Date }
  | { readonly kind: 'not_found' };

/**
 * Replaces the signing secret of a client's endpoint. For `overlapMs` the former one signs as well. With 0 it ends
 * immediately, and so does the one before it. Of two rotations with an overlap at the same time, one is `under_way`.
 */
export function rotateClientSecret(
  pool: Pool,
  accountId: AccountId,
  id: EndpointId,
  { sealedSecret, overlapMs }: { readonly sealedSecret: Buffer; readonly overlapMs: number },
  actor: Actor,
): Promise<ClientRotation> {
  const [account, endpoint] = [uuidOf('acc', accountId), uuidOf('wep', id)];
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ until: Date | null }>({
      name: 'lock-client-endpoint',
      text: `
        SELECT CASE WHEN former_until > app_now() THEN former_until END AS until
          FROM client_endpoints
         WHERE account_id = $1 AND id = $2
           FOR UPDATE`,
      values: [account, endpoint],
    });
    if (rows[0] === undefined) return { kind: 'not_found' };
    const { until } = rows[0];
    if (until !== null && overlapMs > 0) return { kind: 'under_way', until };

    await tx.query({
      name: 'rotate-client-secret',
      text: `
        UPDATE client_endpoints
           SET former_sealed_secret = CASE WHEN $4::float8 > 0 THEN sealed_secret END,
               former_until  = CASE WHEN $4 > 0 THEN app_now() + $4 * interval '1 millisecond' END,
               sealed_secret = $3,
               updated_at    = app_now()
         WHERE account_id = $1 AND id = $2`,
      values: [account, endpoint, sealedSecret, overlapMs],
    });
    const details = { overlap_ms: overlapMs };
    await recordAction(tx, { ...actor, action: 'endpoint_rotate', accountId, subject: id, details });
    return { kind: 'rotated' };
  });
}
