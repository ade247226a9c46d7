import type { Pool } from 'pg';
import { type AccountId, uuidOf } from '../domain/ids.ts';

const CHUNK = 50_000;
const PRICE = 50_000;

/**
 * Charges an account many times over today: successful purchases with their lines, and the account's money moved
 * with them. No event tells of them.
 */
export async function addManyLines(pool: Pool, accountId: AccountId, count: number): Promise<void> {
  for (let from = 1; from <= count; from += CHUNK) {
    const many = Math.min(CHUNK, count - from + 1);
    await pool.query({
      text: INSERT,
      values: [uuidOf('acc', accountId), from, many, PRICE],
    });
  }
  await pool.query('VACUUM (ANALYZE) statement_lines, purchases');
}

const INSERT = `
  WITH moved AS (
    UPDATE accounts
       SET available = available - $3::bigint * $4::bigint, line_seq = line_seq + $3::int, last_movement_at = app_now()
     WHERE id = $1
    RETURNING line_seq - $3::int AS seq, available + held + $3::bigint * $4::bigint AS balance
  ), bought AS MATERIALIZED (
    SELECT n, uuidv7() AS id, app_now() AS at
      FROM generate_series(1, $3::int) AS n
  ), purchases AS (
    INSERT INTO purchases
           (id, account_id, reference, fingerprint, livemode, status, phone_number, network_id, bundle_id, bundle_name,
            data_mb, validity_hours, product_code, price, currency, metadata, created_at, resolve_by, completed_at,
            confirmed_at, next_action_at)
    SELECT id, $1, 'line-' || $2::int + n, '\\x00', true, 'successful', '+234803' || lpad(n::text, 7, '0'), 'net_mtn_ng',
           'bnd_mtn_ng_500mb_7d', 'MTN 500 MB', 512, 168, '41000', $4::bigint, 'NGN', '{}', at, at + interval '15 minutes',
           at, at, at
      FROM bought
  )
  INSERT INTO statement_lines
         (account_id, seq, id, type, occurred_at, amount, currency, balance_after, purchase_id, reference, phone_number,
          bundle_id)
  SELECT $1, moved.seq + n, uuidv7(), 'purchase', at, -$4::bigint, 'NGN', moved.balance - n * $4::bigint, id,
         'line-' || $2::int + n, '+234803' || lpad(n::text, 7, '0'), 'bnd_mtn_ng_500mb_7d'
    FROM moved, bought`;
