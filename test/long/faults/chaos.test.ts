import { expect, inject, it } from 'vitest';
import { runChaos } from '../../../tools/chaos/chaos.ts';
import { planOf } from '../../../tools/chaos/plan/plan.ts';
import { renderRun } from '../../../tools/chaos/report.ts';
import { readKeptPlans } from '../../../tools/chaos/shrink/kept.ts';
import { OWN_SERVERS, report } from '../../support/faults/fault-stack.ts';
import { temporaryStateDir } from '../../support/state-dir.ts';

/** A short plan. `npm run chaos` runs longer ones, with any seed. */
const SEED = 7;
const SIZE = { runMs: 20_000, purchases: 60 } as const;

it.runIf(OWN_SERVERS)('a short run of random faults by seed: the judge finds nothing', async () => {
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  const workflowBundles = inject('workflowBundles');
  const run = await runChaos(planOf(SEED, SIZE), { stateDir: temporaryStateDir(), workflowBundles, say });
  const findings = run.verdicts.flatMap((verdict) => verdict.findings);
  expect(findings, `${lines.join('\n')}\n${renderRun(run)}`).toEqual([]);
  expect(run.stored.purchases.length).toBeGreaterThan(0);
  expect(run.seen.balances.length).toBeGreaterThan(0);
  const traced = run.verdicts.find(({ question }) => question.startsWith('The model'));
  // Without those during which PostgreSQL's clock went back.
  expect(traced?.checked).toBeGreaterThan(0);
  report({
    fault: `${run.faults} random faults of seed ${SEED}`,
    broken: `${run.stored.purchases.length} purchases, campaigns and operators at the same time`,
    held: 'all answers, balances, webhooks and books agree',
    seconds: null,
  });
});

it.runIf(OWN_SERVERS).each(readKeptPlans().map((kept) => [`${kept.findings[0]}`, kept] as const))(
  'a plan that failed once: %s',
  async (_, { plan }) => {
    const workflowBundles = inject('workflowBundles');
    const say = () => undefined;
    const run = await runChaos(plan, { stateDir: temporaryStateDir(), workflowBundles, say });
    expect(run.verdicts.flatMap((verdict) => verdict.findings)).toEqual([]);
  },
);
