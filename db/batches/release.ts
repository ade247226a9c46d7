import type { Pool, PoolClient } from 'pg';
import type { BatchColumn, BatchOptions, BatchStatus } from '../../domain/batch/batch.ts';
import type { BatchRelease, NetworkRoom } from '../../domain/batch/release.ts';
import type { RowChoice } from '../../domain/batch/rows/row.ts';
import { type AccountId, type BatchId, idFromUuid, uuidOf } from '../../domain/ids.ts';
import type { RepeatSince } from '../../domain/purchase/repeat.ts';

/**
 * Begins a release of a batch, which ends every earlier one, even if its process still runs. No lock outlives the statement.
 * @throws TypeError when there is no such batch.
 */
export async function beginRelease(db: Pool, batchId: BatchId): Promise<BatchRelease> {
  const { rows } = await db.query<{ epoch: number }>({
    name: 'begin-release',
    text: `UPDATE batches SET release_epoch = release_epoch + 1 WHERE id = $1 RETURNING release_epoch AS epoch`,
    values: [uuidOf('bat', batchId)],
  });
  if (rows[0] === undefined) throw new TypeError(`no batch ${batchId}`);
  return { batchId, epoch: rows[0].epoch };
}

/** Locks the batch of a release until the transaction ends; false when a later release has begun. */
export async function lockReleasing(tx: PoolClient, { batchId, epoch }: BatchRelease): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'lock-releasing',
    text: `SELECT FROM batches WHERE id = $1 AND release_epoch = $2 FOR NO KEY UPDATE`,
    values: [uuidOf('bat', batchId), epoch],
  });
  return rowCount === 1;
}

/** What a release reads of its batch. */
export interface BatchToRelease {
  readonly accountId: AccountId;
  readonly livemode: boolean;
  readonly reference: string;
  readonly status: BatchStatus;
  /** Of its latest release. */
  readonly epoch: number;
  readonly onInsufficientBalance: BatchOptions['onInsufficientBalance'];
  /** How far back a purchase holds back a row that repeats it, in hours; 0 if repeats are bought. */
  readonly repeatWindowHours: number;
  /** Of a retry: its creation. What was bought since holds a row back too. */
  readonly repeatSince: RepeatSince | null;
  readonly columns: readonly BatchColumn[];
  readonly networkIds: readonly string[];
  /** Rows whose turn has not come, as far as this batch has counted. */
  readonly waiting: number;
  /** Until `not_before`; not positive when it has come or there is none. */
  readonly startsInMs: number;
  readonly currency: string;
  /** The last of the rows that are bought first; null where all may be bought. */
  readonly firstRowsEnd: number | null;
  /** Charged and held may reach this; null where no cost was agreed. */
  readonly approvedCost: number | null;
  /** Whether its rows are bought at the prices of the check now. */
  readonly pricesLocked: boolean;
  /** Purchases of this batch that are not final, by network. */
  readonly pending: ReadonlyMap<string, number>;
}

/** @throws TypeError when there is no such batch. */
export async function readBatchToRelease(db: Pool, batchId: BatchId): Promise<BatchToRelease> {
  const { rows } = await db.query<ToReleaseRow>({
    name: 'read-batch-to-release',
    text: `
      SELECT b.account_id, a.livemode, b.reference, b.status, b.release_epoch, b.on_insufficient_balance, b.columns,
             CASE WHEN b.on_duplicate = 'skip' THEN b.duplicate_window_hours ELSE 0 END AS repeat_window_hours,
             CASE WHEN b.retry_of IS NOT NULL THEN b.created_at END AS repeat_since,
             ceil(extract(epoch FROM (SELECT app_now()) - b.created_at) / 3600)::int + 1 AS repeat_since_hours, b.networks,
             b.currency, b.first_rows_end, b.approved_cost,
             coalesce(b.prices_locked_until > (SELECT app_now()), false) AS prices_locked,
             b.row_count - b.invalid_count - b.refused_count - b.released_count AS waiting,
             coalesce(ceil(extract(epoch FROM b.not_before - (SELECT app_now())) * 1000), 0)::bigint AS starts_in_ms,
             coalesce(p.pending, '{}') AS pending
        FROM batches b
        JOIN accounts a ON a.id = b.account_id
       CROSS JOIN LATERAL (
             SELECT json_object_agg(network_id, pending) AS pending
               FROM batch_tallies
              WHERE batch_id = b.id AND pending > 0) p
       WHERE b.id = $1`,
    values: [uuidOf('bat', batchId)],
  });
  const row = rows[0];
  if (row === undefined) throw new TypeError(`no batch ${batchId}`);
  return {
    accountId: idFromUuid('acc', row.account_id),
    livemode: row.livemode,
    reference: row.reference,
    status: row.status,
    epoch: row.release_epoch,
    onInsufficientBalance: row.on_insufficient_balance,
    repeatWindowHours: row.repeat_window_hours,
    repeatSince: row.repeat_since === null ? null : { at: row.repeat_since, hours: row.repeat_since_hours },
    columns: row.columns,
    networkIds: row.networks,
    waiting: row.waiting,
    startsInMs: row.starts_in_ms,
    currency: row.currency,
    firstRowsEnd: row.first_rows_end,
    approvedCost: row.approved_cost,
    pricesLocked: row.prices_locked,
    pending: new Map(Object.entries(row.pending)),
  };
}

interface ToReleaseRow {
  readonly account_id: string;
  readonly livemode: boolean;
  readonly reference: string;
  readonly status: BatchStatus;
  readonly release_epoch: number;
  readonly on_insufficient_balance: BatchOptions['onInsufficientBalance'];
  readonly repeat_window_hours: number;
  readonly repeat_since: Date | null;
  readonly repeat_since_hours: number;
  readonly columns: readonly BatchColumn[];
  readonly networks: readonly string[];
  readonly waiting: number;
  readonly starts_in_ms: number;
  readonly currency: string;
  readonly first_rows_end: number | null;
  readonly approved_cost: number | null;
  readonly prices_locked: boolean;
  readonly pending: Readonly<Record<string, number>>;
}

/** A row whose turn has come. */
export interface WaitingRow {
  readonly line: number;
  readonly cells: readonly string[];
  readonly chosen: RowChoice | null;
  readonly reference: string;
  readonly networkId: string;
  /** As validated. */
  readonly price: number;
}

/**
 * The next rows in order of line, no more of each network than it has room for: a full network holds up no other.
 * @param lastLine no row after this line; null for all rows.
 */
export async function nextWaitingRows(
  db: Pool,
  batchId: BatchId,
  rooms: readonly NetworkRoom[],
  limit: number,
  lastLine: number | null,
): Promise<WaitingRow[]> {
  const { rows } = await db.query<WaitingRow>({
    name: 'next-waiting-rows',
    text: `
      SELECT r.line, r.cells, r.chosen, r.reference, n.network_id AS "networkId", r.price
        FROM unnest($2::text[], $3::int[]) AS n (network_id, room)
       CROSS JOIN LATERAL (
             SELECT line, cells, chosen, reference, price
               FROM batch_rows
              WHERE batch_id = $1 AND network_id = n.network_id AND state = 'waiting'
                AND ($5::int IS NULL OR line <= $5)
              ORDER BY line
              LIMIT least(n.room, $4)) r
       ORDER BY r.line
       LIMIT $4`,
    values: [
      uuidOf('bat', batchId),
      rooms.map(({ networkId }) => networkId),
      rooms.map(({ room }) => room),
      limit,
      lastLine,
    ],
  });
  return rows;
}
