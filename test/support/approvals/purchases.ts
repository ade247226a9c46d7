import type { Pool } from 'pg';
import { type PurchaseId, uuidOf } from '../../../domain/ids.ts';

/** The status of a purchase, and how many confirmations are stored for it. */
export async function readPurchase(
  pool: Pool,
  id: PurchaseId,
): Promise<{ readonly status: string; readonly confirmations: number } | undefined> {
  const { rows } = await pool.query<{ status: string; confirmations: number }>({
    text: `
      SELECT status, (SELECT count(*)::int FROM confirmations c WHERE c.purchase_id = p.id) AS confirmations
        FROM purchases p
       WHERE id = $1`,
    values: [uuidOf('pur', id)],
  });
  return rows[0];
}
