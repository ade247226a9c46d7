import type { ApprovalStatus } from '../../domain/approvals/approval.ts';
import type { StoredApproval } from '../../domain/approvals/stored.ts';
import { type AccountId, type ApprovalId, type BatchId, uuidOf } from '../../domain/ids.ts';
import type { Reader } from '../account-reads.ts';
import { APPROVALS, type ApprovalRow, readApproval } from './store.ts';

export interface ApprovalFilter {
  readonly status: ApprovalStatus | null;
  readonly batchId: BatchId | null;
}

/** Approvals of an account, newest first: the next after one of them, or the first. */
export async function listApprovals(
  db: Reader,
  accountId: AccountId,
  { status, batchId }: ApprovalFilter,
  after: ApprovalId | null,
  count: number,
): Promise<StoredApproval[]> {
  const { rows } = await db.query<ApprovalRow>({
    // Without a name: the best plan depends on which filters are set.
    text: `
      ${APPROVALS}
       WHERE a.account_id = $1
         AND ($2::text IS NULL OR a.status = $2)
         AND ($3::uuid IS NULL OR a.subject_id = $3)
         AND ($4::uuid IS NULL OR a.id < $4)
       ORDER BY a.id DESC
       LIMIT $5`,
    values: [
      uuidOf('acc', accountId),
      status,
      batchId === null ? null : uuidOf('bat', batchId),
      after === null ? null : uuidOf('apr', after),
      count,
    ],
  });
  return rows.map(readApproval);
}
