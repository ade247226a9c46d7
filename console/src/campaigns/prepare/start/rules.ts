import type {
  Money as Amount,
  ApprovalRules,
  SpendingLimits,
} from '../../../../../clients/typescript/src/types.ts';
import { useApi } from '../../../app/data.ts';
import { useRight } from '../../../app/session.tsx';

/** The rules of the account that a cost meets. Both are null for people who may not see them. */
export interface CostRules {
  /** The most that a campaign may cost; null for no limit. */
  readonly limit: Amount | null;
  readonly approvals: ApprovalRules | null;
}

/** Reads the rules; undefined until both are read. */
export function useCostRules(): CostRules | undefined {
  const enabled = useRight('rules:read');
  const limits = useApi<SpendingLimits>('/v1/settings/spending-limits', { enabled });
  const rules = useApi<ApprovalRules>('/v1/settings/approval-rules', { enabled });
  if (enabled && (limits.isPending || rules.isPending)) return undefined;
  return { limit: limits.data?.per_campaign ?? null, approvals: rules.data ?? null };
}

/** How many must approve a campaign of this cost; null for people who may not see the rules. */
export function approvalsFor({ amount }: Amount, { approvals }: CostRules): 0 | 1 | 2 | null {
  if (approvals === null) return null;
  const { campaign_start: rule } = approvals;
  const reaches = (from: Amount | null) => from !== null && amount >= from.amount;
  if (reaches(rule.two_approvals_from)) return 2;
  return reaches(rule.one_approval_from) ? 1 : 0;
}

/** From which amount a campaign needs so many approvals; null for people who may not see the rules, or where none is needed. */
export function limitOf(needed: 0 | 1 | 2 | null, { approvals }: CostRules): Amount | null {
  if (approvals === null || needed === null || needed === 0) return null;
  const { one_approval_from: one, two_approvals_from: two } = approvals.campaign_start;
  return needed === 2 ? two : one;
}
