import type { Batch, BatchStatus } from '../../../domain/batch/batch.ts';
import { type AccountId, type BatchId, uuidOf } from '../../../domain/ids.ts';
import type { Reader } from '../../account-reads.ts';
import { BATCHES, type BatchRow, readBatch } from '../batches.ts';

export interface BatchFilter {
  readonly reference: string | null;
  readonly status: BatchStatus | null;
  /** Only those that were started and wait for their start time. */
  readonly scheduled?: boolean;
  /** Only those whose reference or note has this text, in upper or lower case. */
  readonly search?: string | null;
  /** Only those of this key or person. */
  readonly owner?: string | null;
  /** Only archived ones, or only others. */
  readonly archived?: boolean | null;
  /** Only those uploaded at or after `from`, and before `to`. */
  readonly from?: Date | null;
  readonly to?: Date | null;
}

/** Batches of an account, newest first, older than `before` when it is given. */
export async function listBatches(
  db: Reader,
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
         AND ($6::boolean IS NOT TRUE OR (b.status = 'running' AND b.not_before > clock.at))
         AND ($7::text IS NULL OR position(lower($7) IN lower(concat_ws(' ', b.reference, b.note))) > 0)
         AND ($8::text IS NULL OR b.owner_id = $8)
         AND ($9::boolean IS NULL OR (b.archived_at IS NOT NULL) = $9)
         AND ($10::timestamptz IS NULL OR b.created_at >= $10)
         AND ($11::timestamptz IS NULL OR b.created_at < $11)
         AND ($4::uuid IS NULL OR b.id < $4)
       ORDER BY b.id DESC
       LIMIT $5`,
    values: [
      uuidOf('acc', accountId),
      filter.reference,
      filter.status,
      before === null ? null : uuidOf('bat', before),
      limit,
      filter.scheduled ?? false,
      filter.search ?? null,
      filter.owner ?? null,
      filter.archived ?? null,
      filter.from ?? null,
      filter.to ?? null,
    ],
  });
  return rows.map(readBatch);
}
