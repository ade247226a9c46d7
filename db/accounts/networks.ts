import type { Pool } from 'pg';
import { type AccountId, uuidOf } from '../../domain/ids.ts';
import type { NetworkReading } from '../../domain/network/network.ts';

export interface NetworkFilter {
  readonly id?: string;
  readonly country?: string;
}

/**
 * The state of the networks that an account can buy for, those of its bundles on sale, in order of id. Every answer that
 * shows a network uses it.
 */
export async function readAccountNetworks(
  db: Pool,
  accountId: AccountId,
  { id, country }: NetworkFilter,
  after: string | null,
  limit: number,
): Promise<NetworkReading[]> {
  const { rows } = await db.query<NetworkReading>({
    name: 'read-account-networks',
    text: `
      SELECT n.id, n.name, n.country, n.status, n.status_message AS "statusMessage",
             n.status_updated_at AS "statusUpdatedAt"
        FROM networks n
       WHERE EXISTS (SELECT 1
                       FROM account_bundles a
                       JOIN bundles b ON b.id = a.bundle_id
                      WHERE a.account_id = $1 AND b.network_id = n.id AND b.withdrawn_at IS NULL)
         AND ($2::text IS NULL OR n.id = $2)
         AND ($3::text IS NULL OR n.country = $3)
         AND ($4::text IS NULL OR n.id > $4)
       ORDER BY n.id
       LIMIT $5`,
    values: [uuidOf('acc', accountId), id ?? null, country ?? null, after, limit],
  });
  return rows;
}
