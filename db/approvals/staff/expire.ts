import type { Pool } from 'pg';
import { judgeApproval } from '../../../domain/approvals/approval.ts';
import type { ApprovalId } from '../../../domain/ids.ts';
import { recordAction } from '../../audit/record.ts';
import { inTransaction } from '../../transaction.ts';
import { toExpiredEntry } from './expired-entry.ts';
import { lockStaffApproval, storeStaffStatus } from './store.ts';

/** Ends an approval of operators if its time is over, with its audit entry. Returns whether this call ended it. */
export function endStaffIfExpired(pool: Pool, id: ApprovalId): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    const found = await lockStaffApproval(tx, id);
    if (found === null) return false;
    const verdict = judgeApproval(found.stored, { kind: 'look' }, found.now);
    if (verdict.kind !== 'expired') return false;
    await storeStaffStatus(tx, id, verdict.approval);
    await recordAction(tx, toExpiredEntry(found.stored));
    return true;
  });
}
