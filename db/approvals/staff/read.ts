import type { Pool } from 'pg';
import type { StaffApproval } from '../../../domain/approvals/staff.ts';
import { type ApprovalId, uuidOf } from '../../../domain/ids.ts';
import { readStaffApproval, STAFF_APPROVALS, type StaffApprovalRow } from './store.ts';

/** Approvals of operators, newest first; only open ones, unless `all`. @param after the last one of the page before */
export async function listStaffApprovals(
  db: Pool,
  { all, limit }: { readonly all: boolean; readonly limit: number },
  after: ApprovalId | null = null,
): Promise<StaffApproval[]> {
  const { rows } = await db.query<StaffApprovalRow>({
    text: `${STAFF_APPROVALS}
       AND ($1 OR a.ended_at IS NULL) AND ($3::uuid IS NULL OR a.id < $3)
     ORDER BY a.id DESC LIMIT $2`,
    values: [all, limit, after === null ? null : uuidOf('apr', after)],
  });
  return rows.map(readStaffApproval);
}
