import type { StaffApproval } from '../../../domain/approvals/staff.ts';
import type { AuditEntry } from '../../audit/record.ts';
import { AS_WORKER } from '../worker.ts';

/** The audit entry of an approval whose time is over. */
export function toExpiredEntry({ id, accountId, status, kind }: StaffApproval): AuditEntry {
  return {
    ...AS_WORKER,
    action: 'approval_expire',
    accountId,
    subject: id,
    before: { status },
    details: { status: 'expired', kind },
  };
}
