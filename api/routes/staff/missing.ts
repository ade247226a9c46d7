import { FundingRefused } from '../../../db/accounts/accounts.ts';
import { ApprovalMissing } from '../../../db/approvals/staff/missing.ts';
import { TransactionError } from '../../../db/transaction.ts';
import { apiError } from '../../plugins/api-error.ts';

/**
 * Does what moves money.
 * @throws ApiError while another person must approve it, if the balance forbids it, or if it may have been done although its end was
 * not seen. Such a request must not be repeated blindly: a movement by hand has no reference.
 */
export async function movingMoney<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApprovalMissing) throw approvalNeeded(error);
    const cause = error instanceof TransactionError ? error.cause : error;
    if (cause instanceof FundingRefused) throw apiError('staff_money_refused');
    if (error instanceof TransactionError && error.outcome !== 'rolled_back')
      throw apiError('staff_outcome_unknown');
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
