import type { Pool } from 'pg';

/** A bundle of the catalogue. */
export interface CatalogueBundle {
  readonly id: string;
  readonly name: string;
  readonly networkId: string;
  readonly networkName: string;
  readonly withdrawn: boolean;
}

/** Every bundle, by network and size. */
export async function readAllBundles(db: Pool): Promise<CatalogueBundle[]> {
  const { rows } = await db.query<CatalogueBundle>({
    name: 'read-all-bundles',
    text: `
      SELECT b.id, b.name, b.network_id AS "networkId", n.name AS "networkName", b.withdrawn_at IS NOT NULL AS withdrawn
        FROM bundles b
        JOIN networks n ON n.id = b.network_id
       ORDER BY n.name, b.data_mb, b.id`,
  });
  return rows;
}
