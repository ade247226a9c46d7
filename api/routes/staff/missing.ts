import { FundingRefused } from '../../../db/accounts/accounts.ts';
import { ApprovalMissing } from '../../../db/approvals/staff/missing.ts';
import { TransactionError } from '../../../db/transaction.ts';
import { apiError } from '../../plugins/api-error.ts';

/** Does what moves money. @throws ApiError while another person must approve it, or if the balance forbids it. */
export async function movingMoney<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApprovalMissing) throw approvalNeeded(error);
    const cause = error instanceof TransactionError ? error.cause : error;
    if (cause instanceof FundingRefused) throw apiError('staff_money_refused');
    throw error;
  }
}

function approvalNeeded({ approval }: ApprovalMissing) {
  const { id, status, steps, approvedBy, expiresAt } = approval;
  const expires_at = expiresAt.toISOString();
  return apiError('staff_approval_needed', {
    values: { steps, given: approvedBy.length, approval_id: id, expires_at },
    details: { approval_id: id, status, steps_required: steps, steps_given: approvedBy.length, expires_at },
  });
}
