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

/**
 * Shrinks a plan whose run failed. A smaller plan counts if the judge answers one of the same questions with a finding; another
 * failure would be another problem.
 * @returns the smallest plan that failed, with its run
 */
export async function shrinkRun(failed: Failed, options: ChaosOptions, effort: Effort): Promise<Failed> {
  const { say } = options;
  const questions = new Set(failedQuestions(failed.run));
  let last = failed.run;
  const fails = async (plan: Plan): Promise<boolean> => {
    say(`\n  Without some parts: ${describePlan(plan)}.`);
    for (let attempt = 1; attempt <= effort.tries; attempt++) {
      const run = await runChaos(plan, { ...options, say: () => undefined });
      if (!failedQuestions(run).some((question) => questions.has(question))) continue;
      last = run;
      say('    It still fails.');
      return true;
    }
    say('    It does not fail.');
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
