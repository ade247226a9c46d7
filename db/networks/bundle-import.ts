import type { Pool, PoolClient } from 'pg';
import { type Cell, importAction } from '../../domain/approvals/file-action.ts';
import { withoutAmount } from '../../domain/approvals/staff.ts';
import { performCleared, takeTurn } from '../approvals/staff/in-turn.ts';
import { requireCleared } from '../approvals/staff/missing.ts';
import type { Actor } from '../audit/record.ts';
import { toJsonRecords } from '../json-records.ts';
import { inTransaction } from '../transaction.ts';

/** A bundle as a network sells it. */
export interface BundleRow {
  readonly id: string;
  readonly networkId: string;
  readonly name: string;
  readonly dataMb: number;
  readonly validityHours: number;
  /** The gateway's own code. */
  readonly productCode: string;
}

export type BundlesImported =
  | { readonly kind: 'imported'; readonly added: number; readonly changed: number }
  /** Nothing was changed. */
  | { readonly kind: 'unknown_networks'; readonly networkIds: readonly string[] }
  /** A bundle keeps its network permanently. Nothing was changed. */
  | { readonly kind: 'moved_networks'; readonly bundleIds: readonly string[] };

/**
 * Adds bundles and changes those that are there, all or none; one that was withdrawn is sold again.
 * @throws ApprovalMissing while another operator must approve it.
 */
export async function importBundles(
  pool: Pool,
  bundles: readonly BundleRow[],
  actor: Actor,
): Promise<BundlesImported> {
  const imported = await inTransaction(pool, async (tx) => {
    await takeTurn(tx, 'bundle_import');
    const found = await lockBundles(tx, bundles);
    if (typeof found !== 'number') return found;
    return performCleared(tx, importAction('bundle_import', bundles.map(toCells)), actor, async () => {
      await tx.query({ text: UPSERT, values: [toJsonRecords(bundles.map(toRecord))] });
      const details = { bundles: bundles.map(({ id }) => id) };
      return { result: found, done: { action: 'bundle_import', subject: 'bundles', details } };
    });
  });
  if ('kind' in imported) return imported;
  requireCleared(imported.cleared);
  const changed = imported.result ?? 0;
  return { kind: 'imported', added: bundles.length - changed, changed };
}

/** Returns how many of the bundles exist, which it locks, or why they cannot be imported. */
async function lockBundles(
  tx: PoolClient,
  bundles: readonly BundleRow[],
): Promise<number | Exclude<BundlesImported, { kind: 'imported' }>> {
  const { rows: networks } = await tx.query<{ id: string }>('SELECT id FROM networks');
  const known = new Set(networks.map(({ id }) => id));
  const networkIds = [...new Set(bundles.map(({ networkId }) => networkId))].filter((id) => !known.has(id));
  if (networkIds.length > 0) return { kind: 'unknown_networks', networkIds };

  const { rows: before } = await tx.query<{ id: string; network_id: string }>({
    text: 'SELECT id, network_id FROM bundles WHERE id = ANY ($1::text[]) ORDER BY id FOR UPDATE',
    values: [bundles.map(({ id }) => id)],
  });
  const networkByBundle = new Map(before.map(({ id, network_id }) => [id, network_id]));
  const moved = bundles.filter(({ id, networkId }) => (networkByBundle.get(id) ?? networkId) !== networkId);
  return moved.length > 0 ? { kind: 'moved_networks', bundleIds: moved.map(({ id }) => id) } : before.length;
}

/** What another operator approves: the columns of the file. */
function toCells({ id, networkId, name, dataMb, validityHours, productCode }: BundleRow): Cell[] {
  return [id, networkId, name, dataMb, validityHours, productCode];
}

const UPSERT = `
  INSERT INTO bundles (id, network_id, name, data_mb, validity_hours, product_code)
  SELECT *
    FROM json_to_recordset($1)
      AS b (id text, network_id text, name text, data_mb int, validity_hours int, product_code text)
   ORDER BY b.id
  ON CONFLICT (id) DO UPDATE
    SET name = excluded.name, data_mb = excluded.data_mb, validity_hours = excluded.validity_hours,
        product_code = excluded.product_code, withdrawn_at = NULL`;

function toRecord({ id, networkId, name, dataMb, validityHours, productCode }: BundleRow) {
  return {
    id,
    network_id: networkId,
    name,
    data_mb: dataMb,
    validity_hours: validityHours,
    product_code: productCode,
  };
}

/**
 * Stops selling a bundle to all accounts; false when there is none, or it is withdrawn. Purchases under way continue.
 * @throws ApprovalMissing while another operator must approve it.
 */
export async function withdrawBundle(pool: Pool, bundleId: string, actor: Actor): Promise<boolean> {
  const withdrawn = await inTransaction(pool, async (tx) => {
    await takeTurn(tx, 'bundle_withdraw');
    const { rowCount } = await tx.query({
      text: 'SELECT FROM bundles WHERE id = $1 AND withdrawn_at IS NULL FOR NO KEY UPDATE',
      values: [bundleId],
    });
    if (rowCount !== 1) return null;
    const action = withoutAmount('bundle_withdraw', { bundle: bundleId });
    return performCleared(tx, action, actor, async () => {
      await tx.query({
        text: 'UPDATE bundles SET withdrawn_at = (SELECT app_now()) WHERE id = $1',
        values: [bundleId],
      });
      return { result: true, done: { action: 'bundle_withdraw', subject: bundleId, details: {} } };
    });
  });
  if (withdrawn === null) return false;
  requireCleared(withdrawn.cleared);
  return true;
}
