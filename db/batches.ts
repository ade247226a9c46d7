import type { Pool } from 'pg';
import type { Batch, BatchOptions, BatchStatus, FileNotice, LineError, Pause } from '../domain/batch.ts';
import { type AccountId, type BatchId, idFromUuid, uuidOf } from '../domain/ids.ts';

/** Batches with their purchases counted in the same statement, so that the counts add up whenever they are read. */
const BATCHES = `
  SELECT b.id, b.account_id, b.reference, b.status, b.start_mode, b.on_invalid, b.on_insufficient_balance, b.not_before,
         b.currency, b.notices, b.errors, b.row_count, b.invalid_count, b.refused_count, b.cost, b.refused_cost,
         b.released_cost, b.pause_code, b.pause_message, b.rejection_code, b.rejection_message, b.rejection_line,
         b.created_at, b.validated_at, b.started_at, b.completed_at, a.available,
         p.pending, p.successful, p.failed, p.reversed
    FROM batches b
    JOIN accounts a ON a.id = b.account_id
   CROSS JOIN LATERAL (
         SELECT count(*) FILTER (WHERE status = 'pending')::int    AS pending,
                count(*) FILTER (WHERE status = 'successful')::int AS successful,
                count(*) FILTER (WHERE status = 'failed')::int     AS failed,
                count(*) FILTER (WHERE status = 'reversed')::int   AS reversed
           FROM purchases
          WHERE batch_id = b.id) p`;

interface BatchRow {
  readonly id: string;
  readonly account_id: string;
  readonly reference: string;
  readonly status: BatchStatus;
  readonly start_mode: BatchOptions['start'];
  readonly on_invalid: BatchOptions['onInvalid'];
  readonly on_insufficient_balance: BatchOptions['onInsufficientBalance'];
  readonly not_before: Date | null;
  readonly currency: string;
  readonly notices: readonly FileNotice[];
  readonly errors: readonly LineError[];
  readonly row_count: number;
  readonly invalid_count: number;
  readonly refused_count: number;
  readonly cost: number;
  readonly refused_cost: number;
  readonly released_cost: number;
  readonly pause_code: Pause['code'] | null;
  readonly pause_message: string | null;
  readonly rejection_code: string | null;
  readonly rejection_message: string | null;
  readonly rejection_line: number | null;
  readonly created_at: Date;
  readonly validated_at: Date | null;
  readonly started_at: Date | null;
  readonly completed_at: Date | null;
  readonly available: number;
  readonly pending: number;
  readonly successful: number;
  readonly failed: number;
  readonly reversed: number;
}

/** One batch of an account; null when the account has no such batch. */
export async function findBatch(db: Pool, accountId: AccountId, id: BatchId): Promise<Batch | null> {
  const { rows } = await db.query<BatchRow>({
    name: 'find-batch',
    text: `${BATCHES} WHERE b.account_id = $1 AND b.id = $2`,
    values: [uuidOf('acc', accountId), uuidOf('bat', id)],
  });
  return rows[0] === undefined ? null : readBatch(rows[0]);
}

export interface BatchFilter {
  readonly reference: string | null;
  readonly status: BatchStatus | null;
}

/** Batches of an account, newest first, older than `before` when it is given. */
export async function listBatches(
  db: Pool,
  accountId: AccountId,
  filter: BatchFilter,
  before: BatchId | null,
  limit: number,
): Promise<Batch[]> {
  const { rows } = await db.query<BatchRow>({
    name: 'list-batches',
    text: `
      ${BATCHES}
       WHERE b.account_id = $1
         AND ($2::text IS NULL OR b.reference = $2)
         AND ($3::text IS NULL OR b.status = $3)
         AND ($4::uuid IS NULL OR b.id < $4)
       ORDER BY b.id DESC
       LIMIT $5`,
    values: [
      uuidOf('acc', accountId),
      filter.reference,
      filter.status,
      before === null ? null : uuidOf('bat', before),
      limit,
    ],
  });
  return rows.map(readBatch);
}

function readBatch(row: BatchRow): Batch {
  const { pending, successful, failed, reversed } = row;
  const valid = row.row_count - row.invalid_count;
  return {
    id: idFromUuid('bat', row.id),
    accountId: idFromUuid('acc', row.account_id),
    reference: row.reference,
    status: row.status,
    options: {
      start: row.start_mode,
      onInvalid: row.on_invalid,
      onInsufficientBalance: row.on_insufficient_balance,
      notBefore: row.not_before,
    },
    currency: row.currency,
    counts: {
      rows: row.row_count,
      valid,
      invalid: row.invalid_count,
      waiting: valid - row.refused_count - pending - successful - failed - reversed,
      refused: row.refused_count,
      pending,
      successful,
      failed,
      reversed,
    },
    cost: row.cost,
    waitingCost: row.cost - row.refused_cost - row.released_cost,
    available: row.available,
    notices: row.notices,
    errors: row.errors,
    pause: row.pause_code === null ? null : { code: row.pause_code, message: row.pause_message ?? '' },
    rejection:
      row.rejection_code === null
        ? null
        : { code: row.rejection_code, message: row.rejection_message ?? '', line: row.rejection_line },
    createdAt: row.created_at,
    validatedAt: row.validated_at,
    startedAt: row.started_at,
    completedAt: row.completed_at,
  };
}
