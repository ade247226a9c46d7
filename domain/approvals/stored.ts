import type { Identity } from '../access/identity.ts';
import type { AccountId, ApprovalId, BatchId } from '../ids.ts';
import type { MinorUnits } from '../money/money.ts';
import type { Approval } from './approval.ts';
import type { CampaignTerms } from './campaign-terms.ts';
import type { ApprovalKind } from './rule.ts';
import type { VoidCode } from './void-code.ts';

/** What one of those who may approve has said. */
export interface Decision {
  readonly by: Identity;
  readonly decision: 'approved' | 'rejected';
  readonly reason: string | null;
  readonly at: Date;
}

/** An approval with everything that clients see of it. */
export interface StoredApproval extends Approval {
  readonly id: ApprovalId;
  readonly accountId: AccountId;
  readonly kind: ApprovalKind;
  readonly batchId: BatchId;
  /** Null if the batch is not stored any more. */
  readonly batchReference: string | null;
  readonly amount: MinorUnits;
  readonly currency: string;
  readonly terms: CampaignTerms;
  readonly decisions: readonly Decision[];
  readonly requestedAt: Date;
  readonly endedAt: Date | null;
  /** Why it was rejected or withdrawn, as that person wrote it. */
  readonly endReason: string | null;
  /** Why it was voided; null if it was not, or in earlier versions. */
  readonly voidCode: VoidCode | null;
  /** What who requested it wrote to those who decide; null for nothing. */
  readonly requestNote: string | null;
}
