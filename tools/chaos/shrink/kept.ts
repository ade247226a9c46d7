import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plan } from '../plan/plan.ts';

const KEPT = join(import.meta.dirname, 'kept-plans.jsonl');

/** A plan that failed once. The long test `chaos` runs it again. */
export interface KeptPlan {
  readonly seed: number;
  /** The day on which it failed, YYYY-MM-DD. */
  readonly day: string;
  /** What the judge found. */
  readonly findings: readonly string[];
  readonly plan: Plan;
}

/** Every kept plan; each has a line. */
export function readKeptPlans(): KeptPlan[] {
  const lines = readFileSync(KEPT, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line): KeptPlan => JSON.parse(line));
}

/** Adds a plan to kept-plans.jsonl. */
export function keepPlan(plan: KeptPlan): void {
  appendFileSync(KEPT, `${JSON.stringify(plan)}\n`);
}
