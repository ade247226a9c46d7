import type { Pool } from 'pg';
import type { BatchStatus } from '../../../domain/batch/batch.ts';
import { type AccountId, type BatchId, idFromUuid } from '../../../domain/ids.ts';
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

/** The condition of each kind of list. That of open campaigns is the one of an index. */
const OPEN = `b.status IN ('running', 'paused')`;

/** Campaigns of all accounts, newest first. @param status `open` for those that run or are paused */
export async function listBatchesOfAll(
  db: Pool,
  status: BatchStatus | 'open',
  limit: number,
): Promise<ListedBatch[]> {
  const isOpen = status === 'open';
  const { rows } = await db.query<Row>({
    text: `
      SELECT b.id AS batch, b.account_id AS account, a.name AS "accountName", a.livemode, b.reference, b.status,
             b.row_count AS "rowCount", t.pending, t.successful, t.failed, b.cost, b.currency,
             b.pause_code AS "pauseCode", b.pause_message AS "pauseMessage", b.created_at AS "createdAt",
             b.started_at AS "startedAt"
        FROM (SELECT * FROM batches b WHERE ${isOpen ? OPEN : 'b.status = $2'} ORDER BY b.id DESC LIMIT $1) b
        JOIN accounts a ON a.id = b.account_id
       CROSS JOIN LATERAL (
             SELECT coalesce(sum(pending), 0)::int AS pending, coalesce(sum(successful), 0)::int AS successful,
                    coalesce(sum(failed), 0)::int AS failed
               FROM batch_tallies
              WHERE batch_id = b.id) t
       ORDER BY b.id DESC`,
    values: isOpen ? [limit] : [limit, status],
  });
  return rows.map(({ batch, account, ...row }) => ({
    ...row,
    id: idFromUuid('bat', batch),
    accountId: idFromUuid('acc', account),
  }));
}
