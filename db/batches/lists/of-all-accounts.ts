import type { Pool } from 'pg';
import type { BatchStatus } from '../../../domain/batch/batch.ts';
import { type AccountId, type BatchId, idFromUuid, uuidOf } from '../../../domain/ids.ts';
import type { MinorUnits } from '../../../domain/money/money.ts';

/** A campaign as the staff lists it. */
export interface ListedBatch {
  readonly id: BatchId;
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly livemode: boolean;
  readonly reference: string;
  readonly status: BatchStatus;
  readonly rowCount: number;
  readonly pending: number;
  readonly successful: number;
  readonly failed: number;
  readonly cost: MinorUnits;
  readonly currency: string;
  readonly pauseCode: string | null;
  readonly pauseMessage: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
}

type Row = Omit<ListedBatch, 'id' | 'accountId'> & { readonly batch: string; readonly account: string };

/** Which campaigns are open. The index `batches_open` has the same condition, so it serves their list. */
const OPEN = `b.status IN ('running', 'paused')`;

/** Which campaigns to list; null for any. */
export interface BatchesWish {
  /** `open` for those that run or are paused. */
  readonly status: BatchStatus | 'open' | null;
  readonly accountId: AccountId | null;
  /** A part of the reference or note, whether in capitals or not. */
  readonly search: string | null;
}

/** Up to `limit` campaigns of all accounts after one, newest first. */
export async function listBatchesOfAll(
  db: Pool,
  { status, accountId, search }: BatchesWish,
  after: BatchId | null,
  limit: number,
): Promise<ListedBatch[]> {
  const { rows } = await db.query<Row>({
    text: `
      SELECT b.id AS batch, b.account_id AS account, a.name AS "accountName", a.livemode, b.reference, b.status,
             b.row_count AS "rowCount", t.pending, t.successful, t.failed, b.cost, b.currency,
             b.pause_code AS "pauseCode", b.pause_message AS "pauseMessage", b.created_at AS "createdAt",
             b.started_at AS "startedAt"
        FROM (SELECT *
                FROM batches b
               WHERE ${status === 'open' ? OPEN : 'true'}
                 AND ($2::text IS NULL OR b.status = $2)
                 AND ($3::uuid IS NULL OR b.account_id = $3)
                 AND ($4::text IS NULL OR position(lower($4) IN lower(concat_ws(' ', b.reference, b.note))) > 0)
                 AND ($5::uuid IS NULL OR b.id < $5)
               ORDER BY b.id DESC
               LIMIT $1) b
        JOIN accounts a ON a.id = b.account_id
       CROSS JOIN LATERAL (
             SELECT coalesce(sum(pending), 0)::int AS pending, coalesce(sum(successful), 0)::int AS successful,
                    coalesce(sum(failed), 0)::int AS failed
               FROM batch_tallies
              WHERE batch_id = b.id) t
       ORDER BY b.id DESC`,
    values: [
      limit,
      status === 'open' ? null : status,
      accountId === null ? null : uuidOf('acc', accountId),
      search,
      after === null ? null : uuidOf('bat', after),
    ],
  });
  return rows.map(({ batch, account, ...row }) => ({
    ...row,
    id: idFromUuid('bat', batch),
    accountId: idFromUuid('acc', account),
  }));
}
