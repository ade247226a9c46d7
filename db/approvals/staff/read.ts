import type { Pool } from 'pg';
import type { StaffApproval } from '../../../domain/approvals/staff.ts';
import { readStaffApproval, STAFF_APPROVALS, type StaffApprovalRow } from './store.ts';

/** Approvals of operators, newest first; only open ones, unless `all`. */
export async function listStaffApprovals(
  db: Pool,
  { all, limit }: { readonly all: boolean; readonly limit: number },
): Promise<StaffApproval[]> {
  const { rows } = await db.query<StaffApprovalRow>({
    text: `${STAFF_APPROVALS} AND ($1 OR a.ended_at IS NULL) ORDER BY a.id DESC LIMIT $2`,
    values: [all, limit],
  });
  return rows.map(readStaffApproval);
}
