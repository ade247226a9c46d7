import type { Pool } from 'pg';
import { type AccountId, idFromUuid, type PurchaseId, uuidOf } from '../../../domain/ids.ts';

/** Minor units that each of them holds. */
export const PENDING_PRICE = 50_000;

/** Writes purchases that wait for their networks, each with its hold, and answers their ids. They were never sent. */
export async function addPendingPurchases(
  pool: Pool,
  accountId: AccountId,
  count: number,
): Promise<PurchaseId[]> {
  const { rows } = await pool.query<{ id: string }>({
    text: INSERT,
    values: [uuidOf('acc', accountId), count, PENDING_PRICE],
  });
  await pool.query('VACUUM (ANALYZE) purchases');
  return rows.map(({ id }) => idFromUuid('pur', id));
}

const INSERT = `
  WITH moved AS (
    UPDATE accounts
       SET available = available - $2::bigint * $3::bigint, held = held + $2::bigint * $3::bigint
     WHERE id = $1
  )
  INSERT INTO purchases
         (id, account_id, reference, fingerprint, livemode, phone_number, network_id, bundle_id, bundle_name, data_mb,
          validity_hours, product_code, price, currency, metadata, created_at, resolve_by, next_action_at)
  SELECT id, $1, 'pending-' || id, '\\x00', true, '+234803' || lpad(n::text, 7, '0'), 'net_mtn_ng',
         'bnd_mtn_ng_500mb_7d', 'MTN 500 MB', 512, 168, '41000', $3::bigint, 'NGN', '{}', at, at + interval '1 hour', at
    FROM (SELECT n, uuidv7() AS id, app_now() AS at FROM generate_series(1, $2::int) AS n) each
  RETURNING id`;
