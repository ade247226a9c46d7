import type { Pool } from 'pg';
import { type AccountId, uuidOf } from '../../domain/ids.ts';
import type { MinorUnits } from '../../domain/money/money.ts';

/** A bundle as an account sees it. */
export interface AccountBundle {
  readonly id: string;
  readonly networkId: string;
  readonly name: string;
  readonly dataMb: number;
  readonly validityHours: number;
  /** The account's contracted price, in its currency. */
  readonly price: MinorUnits;
  readonly currency: string;
  /** Neither withdrawn, nor on a network that refuses purchases, nor left out of the account's list of allowed bundles. */
  readonly available: boolean;
}

export interface BundleFilter {
  readonly id?: string;
  readonly networkId?: string;
  readonly available?: boolean;
}

/** The bundles that are sold to an account, withdrawn ones included, in order of id. */
export async function readAccountBundles(
  db: Pool,
  accountId: AccountId,
  { id, networkId, available }: BundleFilter,
  after: string | null,
  limit: number,
): Promise<AccountBundle[]> {
  const { rows } = await db.query<AccountBundle>({
    name: 'read-account-bundles',
    text: `
      SELECT b.id, b.network_id AS "networkId", b.name, b.data_mb AS "dataMb", b.validity_hours AS "validityHours",
             ab.price, a.currency, s.available
        FROM account_bundles ab
        JOIN accounts a ON a.id = ab.account_id
        JOIN bundles b ON b.id = ab.bundle_id
        JOIN networks n ON n.id = b.network_id
        LEFT JOIN account_rules r ON r.account_id = ab.account_id
       CROSS JOIN LATERAL (SELECT b.withdrawn_at IS NULL AND n.status <> 'unavailable'
                                  AND (r.allowed_bundles IS NULL OR b.id = ANY (r.allowed_bundles)) AS available) s
       WHERE ab.account_id = $1
         AND ($2::text IS NULL OR b.id = $2)
         AND ($3::text IS NULL OR b.network_id = $3)
         AND ($4::boolean IS NULL OR s.available = $4)
         AND ($5::text IS NULL OR b.id > $5)
       ORDER BY b.id
       LIMIT $6`,
    values: [uuidOf('acc', accountId), id ?? null, networkId ?? null, available ?? null, after, limit],
  });
  return rows;
}
