import type { Pool, PoolClient } from 'pg';
import { type Cell, importAction } from '../../domain/approvals/file-action.ts';
import { performCleared, takeTurn } from '../approvals/staff/in-turn.ts';
import { requireCleared } from '../approvals/staff/missing.ts';
import type { Actor } from '../audit/record.ts';
import { addCurrentCosts } from '../costs/prices.ts';
import { toJsonRecords } from '../json-records.ts';
import { inTransaction } from '../transaction.ts';

/** What a route sells, and what it costs there. */
export interface RouteBundle {
  readonly networkId: string;
  readonly route: string;
  readonly bundleId: string;
  /** The gateway's own code. */
  readonly productCode: string;
  /** What it costs from now on: decimal text and ISO 4217; both null to leave it as it is. */
  readonly cost: string | null;
  readonly currency: string | null;
}

/** `unknown`: there is no such bundle on this network. Nothing was changed. */
export type RouteBundlesImported =
  | { readonly kind: 'imported'; readonly count: number }
  | { readonly kind: 'unknown'; readonly bundleIds: readonly string[] };

/**
 * Adds and changes what routes sell, all or none; recorded with who and why. Submissions keep the code that they ordered.
 * @throws ApprovalMissing while another operator must approve it.
 */
export async function importRouteBundles(
  db: Pool,
  rows: readonly RouteBundle[],
  actor: Actor,
): Promise<RouteBundlesImported> {
  const imported = await inTransaction(db, async (tx) => {
    await takeTurn(tx, 'bundle_routes');
    const { rows: known } = await tx.query<{ id: string; network_id: string }>({
      text: 'SELECT id, network_id FROM bundles WHERE id = ANY ($1::text[]) ORDER BY id FOR SHARE',
      values: [rows.map(({ bundleId }) => bundleId)],
    });
    const networkOf = new Map(known.map(({ id, network_id }) => [id, network_id]));
    const unknown = rows.filter(({ bundleId, networkId }) => networkOf.get(bundleId) !== networkId);
    if (unknown.length > 0) return { unknown: unknown.map(({ bundleId }) => bundleId) };

    return performCleared(tx, importAction('bundle_routes', rows.map(toCells)), actor, async () => {
      await storeRouteBundles(tx, rows);
      const details = { bundles: rows.map(({ route, bundleId }) => `${route} ${bundleId}`) };
      return { result: rows.length, done: { action: 'bundle_routes', subject: 'bundles', details } };
    });
  });
  if ('unknown' in imported) return { kind: 'unknown', bundleIds: imported.unknown };
  requireCleared(imported.cleared);
  return { kind: 'imported', count: rows.length };
}

/** What another operator approves: the columns of the file. */
function toCells({ networkId, route, bundleId, productCode, cost, currency }: RouteBundle): Cell[] {
  return [networkId, route, bundleId, productCode, cost, currency];
}

async function storeRouteBundles(tx: PoolClient, rows: readonly RouteBundle[]): Promise<void> {
  await tx.query({ text: UPSERT, values: [toJsonRecords(rows.map(toRecord))] });
  await addCurrentCosts(
    tx,
    rows.flatMap(({ cost, currency, ...row }) =>
      cost === null || currency === null ? [] : { ...row, cost, currency },
    ),
  );
}

const UPSERT = `
  INSERT INTO route_bundles (network_id, route, bundle_id, product_code)
  SELECT *
    FROM json_to_recordset($1) AS b (network_id text, route text, bundle_id text, product_code text)
   ORDER BY b.network_id, b.route, b.bundle_id
  ON CONFLICT (network_id, route, bundle_id) DO UPDATE SET product_code = excluded.product_code`;

function toRecord({ networkId, route, bundleId, productCode }: RouteBundle) {
  return { network_id: networkId, route, bundle_id: bundleId, product_code: productCode };
}
