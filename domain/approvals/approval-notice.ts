import type { FileNotice } from '../batch/batch.ts';
import { formatAmount } from '../money/amount.ts';
import type { MinorUnits } from '../money/money.ts';
import type { Steps } from './rule.ts';

/** What the check says of a campaign that needs approval before it starts. */
export function approvalNotice(cost: MinorUnits, currency: string, steps: Steps): FileNotice {
  const who = steps === 1 ? 'another person or key' : 'two other persons or keys';
  return {
    code: 'approval_required',
    message: `The campaign costs ${formatAmount(cost, currency)}, so ${who} of your account must approve it. Start it to request the approval. When it is approved, start it again.`,
  };
}
