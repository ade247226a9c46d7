import { expect, it } from 'vitest';
import type { ChaosRun } from '../../../tools/chaos/chaos.ts';
import { type Plan, planOf } from '../../../tools/chaos/plan/plan.ts';
import { type RunPlan, shrinkRun } from '../../../tools/chaos/shrink/smaller-run.ts';

const PLAN = planOf(7, { runMs: 60_000, purchases: 300 });
const QUESTION = 'Every purchase is final';
const EFFORT = { plansMax: 500, tries: 2 } as const;

/** A run whose judge answered this question with these findings, and another one without. */
function ranWith(findings: readonly string[], question = QUESTION): ChaosRun {
  return {
    verdicts: [
      { question, checked: 1, findings },
      { question: 'No process ended by itself', checked: 6, findings: [] },
    ],
    stored: { purchases: [], events: [], batches: [], counts: {}, late: 0 },
    seen: { answers: [], looks: [], balances: [], campaigns: [], hands: [] },
    faults: 0,
    seconds: 1,
  };
}

/** Everything that the search says, and the plans that it runs. */
function search(runPlan: (plan: Plan, nth: number) => ChaosRun, effort = EFFORT) {
  const said: string[] = [];
  const plans: Plan[] = [];
  const run: RunPlan = async (plan) => {
    plans.push(plan);
    return runPlan(plan, plans.length);
  };
  const options = { stateDir: '/nowhere', say: (line: string) => void said.push(line) };
  const failed = { plan: PLAN, run: ranWith(['the first finding']) };
  return { said, plans, found: shrinkRun(failed, options, effort, run) };
}

const hasKill = ({ faults }: Plan) => faults.some(({ fault }) => fault.kind === 'kill');

it('the smallest plan that still fails is returned with its own run', async () => {
  const { found, plans } = search((plan) =>
    ranWith(hasKill(plan) ? [`${plan.faults.length} faults, ${plan.traffic.actions.length} actions`] : []),
  );
  const { plan, run } = await found;
  expect(hasKill(PLAN)).toBe(true);
  expect(plan.faults.map(({ fault }) => fault.kind)).toEqual(['kill']);
  expect(plan.traffic.actions).toEqual([]);
  expect(run.verdicts[0]?.findings).toEqual(['1 faults, 0 actions']);
  // Most plans that do not fail are run twice: processes race.
  expect(plans.length).toBeGreaterThan(new Set(plans).size);
});

it('a smaller plan that only fails at its second try counts', async () => {
  const tries = new Map<Plan, number>();
  const { found } = search((plan) => {
    const nth = (tries.get(plan) ?? 0) + 1;
    tries.set(plan, nth);
    return ranWith(hasKill(plan) && nth === 2 ? ['a race'] : []);
  });
  expect((await found).plan.faults).toHaveLength(1);
});

it('a finding for another question is another problem', async () => {
  const { found } = search(() => ranWith(['something else'], 'A canceled campaign buys nothing more'));
  const { plan, run } = await found;
  expect(plan.faults).toEqual(PLAN.faults);
  expect(run.verdicts[0]?.findings).toEqual(['the first finding']);
});

it('a run that breaks off ends the search, and what was found so far is not lost', async () => {
  let failures = 0;
  const { found, plans, said } = search((plan) => {
    if (failures === 2) throw new Error('The run was interrupted.');
    if (!hasKill(plan)) return ranWith([]);
    failures += 1;
    return ranWith([`failure ${failures}`]);
  });
  const { plan, run } = await found;
  expect(plan.faults.length).toBeLessThan(PLAN.faults.length);
  expect(plan.faults.length).toBeGreaterThan(1);
  expect(hasKill(plan)).toBe(true);
  expect(run.verdicts[0]?.findings).toEqual(['failure 2']);
  expect(plans.at(-1)?.faults.length).toBeLessThan(plan.faults.length);
  expect(said.at(-1)).toContain('The run was interrupted.');
});
