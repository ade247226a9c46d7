import { type PlannedFault, planFaults } from './faults.ts';
import { planTraffic, type Traffic } from './traffic.ts';

/** Everything that happens in a run. */
export interface Plan {
  /** How long clients buy while things break. */
  readonly runMs: number;
  readonly faults: readonly PlannedFault[];
  readonly traffic: Traffic;
}

export interface PlanSize {
  readonly runMs: number;
  /** Single purchases and rows of campaigns together. */
  readonly purchases: number;
}

/** The plan of a seed. The same seed and size give the same plan. */
export function planOf(seed: number, { runMs, purchases }: PlanSize): Plan {
  return { runMs, faults: planFaults(seed, runMs), traffic: planTraffic(seed, runMs, purchases) };
}

/** By how much the plan moves PostgreSQL's clock, in milliseconds. */
export function serverJumps({ faults }: Plan): number[] {
  return faults.flatMap(({ fault }) => (fault.kind === 'clock' && fault.of === 'postgres' ? [fault.ms] : []));
}
