import type { Pool, PoolClient } from 'pg';
import type { RowError } from '../../domain/batch/rows/row.ts';
import { type BatchId, idFromUuid, type PurchaseId, uuidOf } from '../../domain/ids.ts';

/** The outcome of a row when its turn came. */
export type RowOutcome =
  | { readonly line: number; readonly kind: 'released'; readonly purchaseId: PurchaseId }
  | {
      readonly line: number;
      readonly kind: 'refused';
      readonly error: RowError;
      /** The purchase that has its reference already, or that it would repeat. */
      readonly purchaseId: PurchaseId | null;
    };

/** Records outcomes and counts them. A row that has an outcome already keeps it, so that recording twice is harmless. */
export async function recordOutcomes(
  tx: PoolClient,
  batchId: BatchId,
  outcomes: readonly RowOutcome[],
): Promise<void> {
  if (outcomes.length === 0) return;
  await tx.query({
    name: 'record-outcomes',
    text: RECORD,
    values: [
      uuidOf('bat', batchId),
      outcomes.map(({ line }) => line),
      outcomes.map(({ kind }) => kind),
      outcomes.map(({ purchaseId }) => (purchaseId === null ? null : uuidOf('pur', purchaseId))),
      outcomes.map((outcome) => (outcome.kind === 'refused' ? JSON.stringify([outcome.error]) : null)),
      outcomes.map((outcome) => outcome.kind === 'refused' && outcome.error.duplicateOf !== undefined),
    ],
  });
}

const RECORD = `
  WITH recorded AS (
    UPDATE batch_rows r
       SET state = o.state, purchase_id = o.purchase_id, errors = o.errors
      FROM unnest($2::int[], $3::text[], $4::uuid[], $5::json[], $6::boolean[])
             AS o (line, state, purchase_id, errors, is_duplicate)
     WHERE r.batch_id = $1 AND r.line = o.line AND r.state = 'waiting'
    RETURNING r.state, r.price, r.network_id, o.is_duplicate
  ), counted AS (
    SELECT count(*) FILTER (WHERE state = 'released')::int                     AS released,
           count(*) FILTER (WHERE state = 'refused')::int                      AS refused,
           count(*) FILTER (WHERE is_duplicate)::int                           AS duplicates,
           coalesce(sum(price) FILTER (WHERE state = 'released'), 0)::bigint   AS released_cost,
           coalesce(sum(price) FILTER (WHERE state = 'refused'), 0)::bigint    AS refused_cost
      FROM recorded
  ), by_network AS (
    UPDATE batch_networks n
       SET refused  = n.refused + f.refused,
           released = n.released + f.released
      FROM (SELECT network_id,
                   count(*) FILTER (WHERE state = 'refused')::int  AS refused,
                   count(*) FILTER (WHERE state = 'released')::int AS released
              FROM recorded
             GROUP BY network_id) f
     WHERE n.batch_id = $1 AND n.network_id = f.network_id
  )
  UPDATE batches b
     SET released_count = released_count + c.released,
         refused_count  = refused_count + c.refused,
         duplicate_count = duplicate_count + c.duplicates,
         released_cost  = b.released_cost + c.released_cost,
         refused_cost   = b.refused_cost + c.refused_cost
    FROM counted c
   WHERE b.id = $1`;

/** Which of these purchases are of this batch. A row that finds another one with its reference has bought nothing itself. */
export async function ownPurchases(
  db: Pool,
  batchId: BatchId,
  ids: readonly PurchaseId[],
): Promise<Set<PurchaseId>> {
  if (ids.length === 0) return new Set();
  const { rows } = await db.query<{ id: string }>({
    name: 'own-purchases',
    text: `SELECT id FROM purchases WHERE batch_id = $1 AND id = ANY ($2::uuid[])`,
    values: [uuidOf('bat', batchId), ids.map((id) => uuidOf('pur', id))],
  });
  return new Set(rows.map(({ id }) => idFromUuid('pur', id)));
}
