import type { Pool } from 'pg';
import { type AccountId, uuidOf } from '../../domain/ids.ts';
import type { Offer } from '../../domain/purchase/accept.ts';

/** What an account may buy now, by bundle id, at its contracted prices. */
export async function readOffers(db: Pool, accountId: AccountId): Promise<Map<string, Offer>> {
  const { rows } = await db.query<Offer>({
    name: 'read-offers',
    text: `
      SELECT b.id AS "bundleId", b.network_id AS "networkId", b.name, b.data_mb AS "dataMb",
             b.validity_hours AS "validityHours", b.product_code AS "productCode", a.price
        FROM account_bundles a
        JOIN bundles b ON b.id = a.bundle_id
       WHERE a.account_id = $1 AND b.withdrawn_at IS NULL`,
    values: [uuidOf('acc', accountId)],
  });
  return new Map(rows.map((offer) => [offer.bundleId, offer]));
}
