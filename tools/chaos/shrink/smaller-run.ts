import { messageOf } from '../../stack/failure.ts';
import { type ChaosOptions, type ChaosRun, runChaos } from '../chaos.ts';
import type { Plan } from '../plan/plan.ts';
import { shrinkPlan } from './shrink.ts';

/** When a search for a smaller plan ends. */
export interface Effort {
  /** After so many plans. */
  readonly plansMax: number;
  /** How often each is run: processes race, so a plan that fails may also pass. */
  readonly tries: number;
}

export interface Failed {
  readonly plan: Plan;
  readonly run: ChaosRun;
}

/** How a plan is run; another one only in tests. */
export type RunPlan = (plan: Plan, options: ChaosOptions) => Promise<ChaosRun>;

/**
 * Shrinks a plan whose run failed. A smaller plan counts if the judge answers one of the same questions with a finding; another
 * failure would be another problem. If a run breaks off, as after Ctrl-C, the search ends with what it has.
 * @returns the smallest plan that failed, with its run
 */
export async function shrinkRun(
  failed: Failed,
  options: ChaosOptions,
  effort: Effort,
  runPlan: RunPlan = runChaos,
): Promise<Failed> {
  const { say } = options;
  const questions = new Set(failedQuestions(failed.run));
  let last = failed.run;
  let isOver = false;
  const failsAsBefore = async (plan: Plan): Promise<boolean> => {
    const run = await runPlan(plan, { ...options, say: () => undefined });
    if (!failedQuestions(run).some((question) => questions.has(question))) return false;
    last = run;
    return true;
  };
  const fails = async (plan: Plan): Promise<boolean> => {
    if (isOver) return false;
    say(`\n  Without some parts: ${describePlan(plan)}.`);
    try {
      for (let attempt = 1; attempt <= effort.tries; attempt++) {
        if (!(await failsAsBefore(plan))) continue;
        say('    It still fails.');
        return true;
      }
      say('    It does not fail.');
    } catch (error) {
      isOver = true;
      say(`    It broke off, so no smaller plan is tried: ${messageOf(error)}`);
    }
    return false;
  };
  const plan = await shrinkPlan(failed.plan, fails, effort.plansMax);
  return { plan, run: last };
}

/** How large a plan is, in words. */
export function describePlan({ runMs, faults, traffic }: Plan): string {
  const rows = traffic.campaigns.reduce((sum, one) => sum + one.rows.length, 0);
  return `${faults.length} faults, ${traffic.actions.length} actions, ${rows} rows of campaigns, ${runMs / 1_000} s`;
}

function failedQuestions({ verdicts }: ChaosRun): string[] {
  return verdicts.flatMap(({ question, findings }) => (findings.length === 0 ? [] : [question]));
}
