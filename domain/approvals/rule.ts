import type { MinorUnits } from '../money/money.ts';

/** What can need an approval. */
const APPROVAL_KINDS = ['campaign_start'] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

/** From which amount something needs approval. Both null: it never does. */
export interface ApprovalRule {
  /** From this amount, one person or key must approve; null for never. */
  readonly oneFrom: MinorUnits | null;
  /** From this amount, two different ones must; null for never. Not less than `oneFrom`. */
  readonly twoFrom: MinorUnits | null;
  /** How long a request, and then its approval, can be used, in hours. */
  readonly validHours: number;
}

export const VALID_HOURS_DEFAULT = 72;
export const VALID_HOURS_MAX = 720;

export const NO_APPROVAL_RULE: ApprovalRule = {
  oneFrom: null,
  twoFrom: null,
  validHours: VALID_HOURS_DEFAULT,
};

/** How many different ones must approve this amount. */
export type Steps = 0 | 1 | 2;

export function countSteps({ oneFrom, twoFrom }: ApprovalRule, amount: MinorUnits): Steps {
  if (twoFrom !== null && amount >= twoFrom) return 2;
  return oneFrom !== null && amount >= oneFrom ? 1 : 0;
}

/** How many must approve what someone asks for: one at least, also where no rule wants it. */
export function stepsOfRequest(rule: ApprovalRule, amount: MinorUnits): Exclude<Steps, 0> {
  return countSteps(rule, amount) || 1;
}

/** Whether a rule says of no amount both that it needs two and that it needs fewer for more money. */
export function isOrdered({ oneFrom, twoFrom }: Pick<ApprovalRule, 'oneFrom' | 'twoFrom'>): boolean {
  return oneFrom === null || twoFrom === null || twoFrom >= oneFrom;
}

/** Whether any amount needs approval. */
export function isOn({ oneFrom, twoFrom }: ApprovalRule): boolean {
  return oneFrom !== null || twoFrom !== null;
}
