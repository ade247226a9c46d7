import type { Pool } from 'pg';
import { uuidOf } from '../../../domain/ids.ts';

/** What is open for a purchase that timed out: a late inquiry, or a late delivery. */
export async function lateOf(
  pool: Pool,
  purchaseId: string,
): Promise<{ readonly inquiry: boolean; readonly confirmation: boolean }> {
  const { rows } = await pool.query<{ inquiry: boolean; confirmation: boolean }>({
    text: `
      SELECT EXISTS (SELECT FROM late_inquiries WHERE purchase_id = $1 AND ended_at IS NULL) AS inquiry,
             EXISTS (SELECT FROM late_confirmations WHERE purchase_id = $1) AS confirmation`,
    values: [uuidOf('pur', `pur_${purchaseId.slice('pur_'.length)}`)],
  });
  return rows[0] ?? { inquiry: false, confirmation: false };
}
