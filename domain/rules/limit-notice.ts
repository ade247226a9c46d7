import type { FileNotice } from '../batch/batch.ts';
import { formatAmount } from '../money/amount.ts';
import type { MinorUnits } from '../money/money.ts';

/** What the check says of a campaign whose cost is above the account's limit for one campaign. */
export function overLimitNotice(cost: MinorUnits, limit: MinorUnits, currency: string): FileNotice {
  return {
    code: 'spending_limit',
    message: `The campaign costs ${formatAmount(cost, currency)}, and the limit of your account is ${formatAmount(limit, currency)} per campaign. It cannot be started. Raise the limit in the settings, or upload fewer rows.`,
  };
}
