import type { Pool } from 'pg';
import type { Identity } from '../../domain/access/identity.ts';
import type { Batch, BatchOptions, BatchStatus, FileNotice, Pause } from '../../domain/batch/batch.ts';
import type { DuplicateOptions, LineDuplicate } from '../../domain/batch/duplicates.ts';
import type { RejectionCode } from '../../domain/batch/file-cases.ts';
import type { Corrections, LineError, LineWarning } from '../../domain/batch/rows/row.ts';
import { judgeStage, type Standing } from '../../domain/batch/stage.ts';
import { judgeTimeLeft } from '../../domain/batch/time-left.ts';
import { type AccountId, type BatchId, idFromUuid, uuidOf } from '../../domain/ids.ts';
import type { Reader } from '../account-reads.ts';
import { moneyOf } from './money.ts';
import { readWork, type WorkRow, worksOf } from './works.ts';

/** Batches with their counts, read in one statement, so that they add up whenever they are read. */
export const BATCHES = `
  SELECT b.id, b.account_id, b.reference, b.status, b.start_mode, b.on_invalid, b.on_insufficient_balance, b.not_before, b.send_from, b.send_until, b.recurrence_id,
         b.duplicate_window_hours, b.on_duplicate, b.duplicate_count, b.duplicates, b.currency, b.sheet, b.sheets, b.notices, b.errors, b.warnings, b.warned_count, b.row_count, b.invalid_count, b.refused_count, b.cost, b.refused_cost,
         b.released_cost, b.pause_code, b.pause_message, b.rejection_code, b.rejection_message, b.rejection_line,
         b.correction_state, b.corrected_count, b.corrections, b.approved_cost, b.revision, b.retry_of, b.prices_locked_until,
         b.created_at, b.owner_kind, b.owner_id, b.note, b.cost_centre, b.archived_at, b.validated_at, b.content_hash, b.started_at, b.completed_at, a.available,
         p.pending, p.successful, p.failed, p.reversed, m.held, m.charged, m.refunded, n.works, clock.at AS now, b.first_rows_end
    FROM (SELECT app_now() AS at) clock, batches b
    JOIN accounts a ON a.id = b.account_id
   CROSS JOIN LATERAL (
         SELECT coalesce(sum(pending), 0)::int    AS pending,
                coalesce(sum(successful), 0)::int AS successful,
                coalesce(sum(failed), 0)::int     AS failed,
                coalesce(sum(reversed), 0)::int   AS reversed
           FROM batch_tallies
          WHERE batch_id = b.id) p
   CROSS JOIN LATERAL (${moneyOf('b.id')}) m
   CROSS JOIN LATERAL (${worksOf('clock.at')}) n`;

export interface BatchRow {
  readonly id: string;
  readonly account_id: string;
  readonly reference: string;
  readonly status: BatchStatus;
  readonly start_mode: BatchOptions['start'];
  readonly on_invalid: BatchOptions['onInvalid'];
  readonly on_insufficient_balance: BatchOptions['onInsufficientBalance'];
  readonly not_before: Date | null;
  readonly send_from: number | null;
  readonly send_until: number | null;
  readonly recurrence_id: string | null;
  readonly duplicate_window_hours: number;
  readonly on_duplicate: DuplicateOptions['on'];
  readonly duplicate_count: number;
  readonly duplicates: readonly LineDuplicate[];
  readonly currency: string;
  readonly sheet: string | null;
  readonly sheets: readonly string[];
  readonly notices: readonly FileNotice[];
  readonly errors: readonly LineError[];
  readonly warnings: readonly LineWarning[];
  readonly warned_count: number;
  readonly row_count: number;
  readonly invalid_count: number;
  readonly refused_count: number;
  readonly cost: number;
  readonly refused_cost: number;
  readonly released_cost: number;
  readonly pause_code: Pause['code'] | null;
  readonly pause_message: string | null;
  readonly rejection_code: RejectionCode | null;
  readonly rejection_message: string | null;
  readonly rejection_line: number | null;
  readonly correction_state: Corrections['state'];
  readonly corrected_count: number;
  readonly corrections: Corrections['first'];
  readonly owner_kind: Identity['kind'] | null;
  readonly owner_id: string | null;
  readonly note: string | null;
  readonly cost_centre: string | null;
  readonly archived_at: Date | null;
  readonly created_at: Date;
  readonly validated_at: Date | null;
  readonly started_at: Date | null;
  readonly completed_at: Date | null;
  readonly available: number;
  readonly pending: number;
  readonly successful: number;
  readonly failed: number;
  readonly reversed: number;
  readonly held: number;
  readonly charged: number;
  readonly refunded: number;
  readonly content_hash: Buffer | null;
  readonly approved_cost: number | null;
  readonly prices_locked_until: Date | null;
  readonly first_rows_end: number | null;
  readonly works: readonly WorkRow[];
  readonly revision: number;
  readonly retry_of: string | null;
  readonly now: Date;
}

/** One batch of an account; null when the account has no such batch. */
export async function findBatch(db: Reader, accountId: AccountId, id: BatchId): Promise<Batch | null> {
  const { rows } = await db.query<BatchRow>({
    name: 'find-batch',
    text: `${BATCHES} WHERE b.account_id = $1 AND b.id = $2`,
    values: [uuidOf('acc', accountId), uuidOf('bat', id)],
  });
  return rows[0] === undefined ? null : readBatch(rows[0]);
}

/** A batch as it was read. */
export function readBatch(row: BatchRow): Batch {
  const { pending, successful, failed, reversed } = row;
  const pause = row.pause_code === null ? null : { code: row.pause_code, message: row.pause_message ?? '' };
  const valid = row.row_count - row.invalid_count;
  const sendBetween =
    row.send_from === null || row.send_until === null ? null : { from: row.send_from, until: row.send_until };
  const { status, not_before: notBefore, now, works } = row;
  const standing = judgeStage({ status, notBefore, now }, sendBetween, works);
  return {
    id: idFromUuid('bat', row.id),
    accountId: idFromUuid('acc', row.account_id),
    owner: row.owner_kind === null ? null : { kind: row.owner_kind, id: row.owner_id ?? '' },
    note: row.note,
    costCentre: row.cost_centre,
    archivedAt: row.archived_at,
    reference: row.reference,
    status: row.status,
    ...standing,
    options: {
      start: row.start_mode,
      onInvalid: row.on_invalid,
      onInsufficientBalance: row.on_insufficient_balance,
      notBefore: row.not_before,
      sendBetween,
      duplicates: { windowHours: row.duplicate_window_hours, on: row.on_duplicate },
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
      duplicates: row.duplicate_count,
    },
    cost: row.cost,
    approvedCost: row.approved_cost,
    revision: row.revision,
    pricesLockedUntil: row.prices_locked_until,
    recurrenceId: row.recurrence_id === null ? null : idFromUuid('rec', row.recurrence_id),
    retryOf: row.retry_of === null ? null : idFromUuid('bat', row.retry_of),
    fileSha256: row.content_hash?.toString('hex') ?? null,
    charged: row.charged,
    refunded: row.refunded,
    held: row.held,
    waitingCost: row.cost - row.refused_cost - row.released_cost,
    available: row.available,
    sheet: row.sheet,
    sheets: row.sheets,
    notices: row.notices,
    errors: row.errors,
    warned: row.warned_count,
    warnings: row.warnings,
    duplicates: row.duplicates,
    pause,
    rejection:
      row.rejection_code === null
        ? null
        : { code: row.rejection_code, message: row.rejection_message ?? '', line: row.rejection_line },
    corrections: { state: row.correction_state, count: row.corrected_count, first: row.corrections },
    createdAt: row.created_at,
    validatedAt: row.validated_at,
    startedAt: row.started_at,
    ...timeLeftOf(row, pause, standing),
    completedAt: row.completed_at,
  };
}

function timeLeftOf(row: BatchRow, pause: Pause | null, { waitsFor }: Standing) {
  const course = {
    accountId: idFromUuid('acc', row.account_id),
    status: row.status,
    pause,
    notBefore: row.not_before,
    waitsFor,
    isTrial: row.status === 'running' && row.first_rows_end !== null,
    networks: row.works.map((work) => readWork(work, row.now)),
  };
  return judgeTimeLeft(course, row.now);
}

/** Whose batch it is; null when there is none. For operators: clients name their own account. */
export async function findBatchOwner(db: Pool, id: BatchId): Promise<AccountId | null> {
  const { rows } = await db.query<{ account_id: string }>({
    text: 'SELECT account_id FROM batches WHERE id = $1',
    values: [uuidOf('bat', id)],
  });
  return rows[0] === undefined ? null : idFromUuid('acc', rows[0].account_id);
}

/** How many batches there are in each status. */
export async function countBatches(
  db: Pool,
): Promise<{ readonly status: BatchStatus; readonly count: number }[]> {
  const { rows } = await db.query<{ status: BatchStatus; count: number }>({
    name: 'count-batches',
    text: 'SELECT status, count(*)::int AS count FROM batches GROUP BY status',
  });
  return rows;
}
