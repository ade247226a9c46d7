import { FIELD_RULES } from '../../../contract/field-rules.ts';
import type { ReplaceSpendingLimits, SpendingLimits } from '../../../contract/rules/rules.ts';
import type { Caller } from '../../../db/accounts/accounts.ts';
import type { LimitsNow } from '../../../db/rules/limits.ts';
import { type MinorUnits, minorUnits } from '../../../domain/money/money.ts';
import type { SpendingLimits as Limits } from '../../../domain/rules/purchase-rules.ts';
import { apiError } from '../../plugins/api-error.ts';

/** @throws ApiError `invalid_request` when a limit is in another currency than the account's. */
export function readLimits(
  { per_campaign, per_day, per_month }: ReplaceSpendingLimits,
  { currency }: Pick<Caller, 'currency'>,
): Limits {
  const read = (field: string, limit: ReplaceSpendingLimits['per_day']) => {
    if (limit === null) return null;
    if (limit.currency !== currency)
      throw apiError('field_invalid', { values: { field, rule: FIELD_RULES.spending_limit }, param: field });
    return minorUnits(limit.amount);
  };
  return {
    campaign: read('per_campaign', per_campaign),
    day: read('per_day', per_day),
    month: read('per_month', per_month),
  };
}

export function renderLimits(
  { limits, spent }: LimitsNow,
  { currency }: Pick<Caller, 'currency'>,
): SpendingLimits {
  const money = (amount: MinorUnits | null) => (amount === null ? null : { amount, currency });
  return {
    object: 'spending_limits',
    per_campaign: money(limits.campaign),
    per_day: money(limits.day),
    per_month: money(limits.month),
    spent_today: money(spent?.day ?? null),
    spent_this_month: money(spent?.month ?? null),
  };
}
