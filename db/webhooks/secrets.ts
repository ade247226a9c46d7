import type { Pool } from 'pg';
import { type AccountId, uuidOf } from '../../domain/ids.ts';
import { type Actor, recordAction } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';

export type Rotation =
  | { readonly kind: 'rotated'; readonly formerUntil: Date | null }
  | { readonly kind: 'under_way'; readonly until: Date }
  | { readonly kind: 'no_endpoint' };

/**
 * Replaces an account's signing secret. For `overlapMs` the former one signs as well. With 0 it ends immediately, and so does
 * the one before it.
 */
export function rotateSecret(
  pool: Pool,
  accountId: AccountId,
  { sealedSecret, overlapMs }: { readonly sealedSecret: Buffer; readonly overlapMs: number },
  actor: Actor,
): Promise<Rotation> {
  const account = uuidOf('acc', accountId);
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ until: Date | null; isOpen: boolean }>({
      text: `
        SELECT former_until AS until, coalesce(former_until > (SELECT app_now()), false) AS "isOpen"
          FROM webhook_endpoints
         WHERE account_id = $1
           FOR UPDATE`,
      values: [account],
    });
    if (rows[0] === undefined) return { kind: 'no_endpoint' };
    const { until, isOpen } = rows[0];
    if (isOpen && until !== null && overlapMs > 0) return { kind: 'under_way', until };

    const { rows: rotated } = await tx.query<{ formerUntil: Date | null }>({
      text: `
        UPDATE webhook_endpoints
           SET former_sealed_secret = CASE WHEN $3::float8 > 0 THEN sealed_secret END,
               former_until  = CASE WHEN $3 > 0 THEN app_now() + $3 * interval '1 millisecond' END,
               sealed_secret = $2,
               updated_at    = app_now()
         WHERE account_id = $1
        RETURNING former_until AS "formerUntil"`,
      values: [account, sealedSecret, overlapMs],
    });
    const formerUntil = rotated[0]?.formerUntil ?? null;
    const details = { former_until: formerUntil };
    await recordAction(tx, {
      ...actor,
      action: 'webhook_rotate',
      accountId,
      subject: 'webhook_endpoint',
      details,
    });
    return { kind: 'rotated', formerUntil };
  });
}
