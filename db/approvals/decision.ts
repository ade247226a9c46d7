import type { ApprovalVerdict } from '../../domain/approvals/approval.ts';

export type DecisionVerb = 'approve' | 'reject' | 'withdraw';

export type DecisionOutcome =
  | { readonly kind: 'not_found' }
  | Exclude<ApprovalVerdict, { kind: 'incomplete' }>;
