import type { ReplaceApprovalRules } from '../../../contract/approvals/rules.ts';
import { FIELD_RULES } from '../../../contract/field-rules.ts';
import { type ApprovalRule, isOrdered, VALID_HOURS_DEFAULT } from '../../../domain/approvals/rule.ts';
import { minorUnits } from '../../../domain/money/money.ts';
import { apiError } from '../../plugins/api-error.ts';

/** @throws ApiError `invalid_request` when an amount is in another currency, or more money would need fewer approvals. */
export function readRule(
  { one_approval_from, two_approvals_from, valid_hours }: ReplaceApprovalRules['campaign_start'],
  currency: string,
): ApprovalRule {
  const read = (field: string, from: typeof one_approval_from) => {
    if (from === null) return null;
    if (from.currency !== currency) throw invalid(field, FIELD_RULES.approval_from);
    return minorUnits(from.amount);
  };
  const rule = {
    oneFrom: read('campaign_start.one_approval_from', one_approval_from),
    twoFrom: read('campaign_start.two_approvals_from', two_approvals_from),
    validHours: valid_hours ?? VALID_HOURS_DEFAULT,
  };
  if (!isOrdered(rule)) throw invalid('campaign_start.two_approvals_from', FIELD_RULES.approvals_from);
  return rule;
}

function invalid(field: string, rule: string) {
  return apiError('field_invalid', { values: { field, rule }, param: field });
}
