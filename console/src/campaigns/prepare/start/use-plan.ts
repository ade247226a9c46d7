import { useState } from 'react';
import type { Approval, Batch } from '../../../../../clients/typescript/src/types.ts';
import { faultsOfPlan, type Plan, type PlanFault, planOf } from './plan.ts';

/** A plan that a person fills in. */
export interface PlanInput {
  readonly plan: Plan;
  readonly change: (part: Partial<Plan>) => void;
  readonly faults: readonly PlanFault[];
  /** Whether the person has changed it. */
  readonly isChanged: boolean;
  /** Whether it starts at another time or buys in other hours than was asked for before, so that an approval of that does not count. */
  readonly isOther: boolean;
}

/** The plan of a campaign: as it was asked for before, unless the person changes it. */
export function usePlan(batch: Batch, asked: Approval | null): PlanInput {
  const [changes, setChanges] = useState<Partial<Plan>>({});
  const first = planOf({ ...batch, ...asked?.terms }, Date.now());
  const plan = { ...first, ...changes };
  return {
    plan,
    change: (part) => setChanges((old) => ({ ...old, ...part })),
    faults: faultsOfPlan(plan, Date.now()),
    isChanged: JSON.stringify(plan) !== JSON.stringify(first),
    isOther: JSON.stringify(termsOf(plan)) !== JSON.stringify(termsOf(first)),
  };
}

/** What others approve of a plan. The first rows belong to those who start it. */
function termsOf({ when, at, hours, from, until }: Plan) {
  return [when === 'now' ? when : at, ...(hours === 'any' ? [hours] : [from, until])];
}
