import type { Pool } from 'pg';
import { type AccountId, uuidOf } from '../../../domain/ids.ts';

/** A number of which there are many purchases, each thousandth. */
export const BUSY_NUMBER = '+2348030000000';

/** The reference of the purchase with a number, from 1. */
export function referenceOf(number: number): string {
  return `many-${number}`;
}

/** The phone number of the purchase with a number, unless it is one of the busy one. */
export function numberOf(number: number): string {
  return number % 1000 === 500 ? BUSY_NUMBER : `+234803${String(number % 10_000_000).padStart(7, '0')}`;
}

/**
 * Writes purchases straight into the table, a few milliseconds apart up to now: of 1,000, 960 are successful, 30 failed,
 * 9 pending, 1 reversed. No money moves, so the account's books are not fit for checks afterwards. Pending ones are due in a day:
 * without a hold they cannot be settled, and reads wait for those that are due.
 */
export async function addManyPurchases(pool: Pool, accountId: AccountId, count: number): Promise<void> {
  const CHUNK = 50_000;
  for (let from = 1; from <= count; from += CHUNK) {
    await pool.query({
      text: INSERT,
      values: [uuidOf('acc', accountId), from, Math.min(from + CHUNK - 1, count), count, BUSY_NUMBER],
    });
  }
  await pool.query('VACUUM (ANALYZE) purchases');
}

const INSERT = `
  INSERT INTO purchases
         (id, account_id, reference, fingerprint, livemode, status, phone_number, network_id, bundle_id, bundle_name,
          data_mb, validity_hours, product_code, price, currency, metadata, created_at, resolve_by, completed_at,
          confirmed_at, failure_code, reversed_at, reversal_reason, next_action_at)
  SELECT uuidv7(clock.at - (SELECT app_now())), $1, 'many-' || n, '\\x00', true, status,
         CASE n % 1000 WHEN 500 THEN $5::text ELSE '+234803' || lpad((n % 10000000)::text, 7, '0') END,
         'net_mtn_ng', 'bnd_mtn_ng_500mb_7d', 'MTN 500 MB', 512, 168, '41000', 50000, 'NGN', '{"campaign":"december"}',
         clock.at, CASE status WHEN 'pending' THEN (SELECT app_now()) + interval '1 day' ELSE clock.at + interval '15 minutes' END,
         CASE WHEN status <> 'pending' THEN clock.at END,
         CASE WHEN status IN ('successful', 'reversed') THEN clock.at END,
         CASE WHEN status = 'failed' THEN 'number_not_eligible' END,
         CASE WHEN status = 'reversed' THEN clock.at END,
         CASE WHEN status = 'reversed' THEN 'Credited by mistake' END,
         clock.at
    FROM generate_series($2::int, $3::int) AS n
   CROSS JOIN LATERAL (
         SELECT CASE WHEN n % 1000 = 0 THEN 'reversed' WHEN n % 1000 < 10 THEN 'pending'
                     WHEN n % 1000 < 40 THEN 'failed' ELSE 'successful' END AS status) s
   CROSS JOIN LATERAL (
         SELECT (SELECT app_now()) - ($4::int - n) * interval '3 milliseconds' AS at) clock`;
