import type { DecisionOutcome } from '../../../db/approvals/decision.ts';
import type { StoredApproval } from '../../../domain/approvals/stored.ts';
import { assertNever } from '../../../domain/assert-never.ts';
import { formatAmount } from '../../../domain/money/amount.ts';
import { type ApiError, apiError } from '../../plugins/api-error.ts';

/** The answer to a start that waits for its approval. */
export function approvalRequired({
  id,
  batchId,
  status,
  amount,
  currency,
  steps,
  approvedBy,
  expiresAt,
}: StoredApproval): ApiError {
  const given = approvedBy.length;
  const expires_at = expiresAt.toISOString();
  return apiError('approval_needed', {
    values: {
      amount: formatAmount(amount, currency),
      steps:
        steps === 1
          ? 'the approval of another person or key'
          : `the approvals of ${steps} other people or keys`,
      given,
      approval_id: id,
      expires_at,
    },
    details: {
      approval_id: id,
      batch_id: batchId,
      status,
      amount: { amount, currency },
      steps_required: steps,
      steps_given: given,
      expires_at,
    },
  });
}

export function noSuchApproval(): ApiError {
  return apiError('approval_unknown');
}

/** @throws ApiError if a decision changed nothing and should have. */
export function answerDecision(outcome: DecisionOutcome): void {
  switch (outcome.kind) {
    case 'moved':
    case 'already':
      return;
    case 'not_found':
      throw noSuchApproval();
    case 'expired':
      throw ended('expired');
    case 'ended':
      throw ended(outcome.status);
    case 'own':
      throw apiError('approval_own', { values: { role: outcome.role }, details: { role: outcome.role } });
    case 'not_requester':
      throw apiError('approval_of_other');
    default:
      assertNever(outcome);
  }
}

function ended(status: string): ApiError {
  return apiError('approval_ended', { values: { status }, details: { status } });
}
