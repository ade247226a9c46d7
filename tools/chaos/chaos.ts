import { findTlc } from '../tlc.ts';
import { type Judgement, judge } from './judge/judge.ts';
import { findChecker } from './judge/linearizable.ts';
import { patiently } from './judge/patiently.ts';
import { type PlannedFault, planFaults } from './plan/faults.ts';
import type { Protocol, Script } from './plan/gateway-faults.ts';
import { type Action, planTraffic, type Traffic } from './plan/traffic.ts';
import { breakAll, healAll, until } from './run/break.ts';
import { createChaosClient } from './run/clients.ts';
import type { Observed } from './run/observed.ts';
import { createChaosOperator } from './run/operators.ts';
import { type ChaosStack, startChaosStack } from './run/stack.ts';
import { judgeTraces, traceRun } from './traces/judge.ts';

export interface ChaosOptions {
  readonly seed: number;
  /** How long clients buy while things break. */
  readonly runMs: number;
  /** Single purchases and rows of campaigns together. */
  readonly purchases: number;
  readonly stateDir: string;
  readonly say: (line: string) => void;
  readonly workflowBundles?: string;
  /** Rejects if the run must end early. */
  readonly interrupted?: Promise<never>;
}

/** The outcome of a run. */
export interface ChaosRun extends Judgement {
  readonly seen: Observed;
  readonly faults: number;
  /** From the first fault until everything was judged. */
  readonly seconds: number;
}

const SIMULATORS = { dtone: 'dtone', reloadly: 'reloadly' } as const;
const SCRIPTS_AT_ONCE = 500;

/**
 * Runs the whole system while clients buy, operators intervene and parts break, all as the seed says. Then ends all faults, and
 * judges the result.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosRun> {
  const { seed, runMs, purchases, interrupted } = options;
  const plan = planFaults(seed, runMs);
  const traffic = planTraffic(seed, runMs, purchases);
  // If it cannot be compiled, say so before the run and not after it.
  await Promise.all([findChecker(), findTlc()]);
  const stack = await startChaosStack({ ...options, funding: traffic.funding });
  try {
    await traceRun(stack);
    const playing = play(stack, plan, traffic, options);
    return await (interrupted === undefined ? playing : Promise.race([playing, interrupted]));
  } finally {
    // A paused process does not react to SIGTERM.
    stack.programs.resumeAll();
    await stack.stop();
  }
}

async function play(
  stack: ChaosStack,
  plan: readonly PlannedFault[],
  traffic: Traffic,
  { runMs, say }: ChaosOptions,
): Promise<ChaosRun> {
  const seen: Observed = { answers: [], looks: [], balances: [], campaigns: [], hands: [] };
  await sendScripts(stack, traffic);
  say(`\n  ${traffic.actions.length} actions of clients and operators, ${plan.length} faults:\n`);
  const began = performance.now();
  const operator = createChaosOperator(stack, traffic, seen);
  const client = createChaosClient(stack, traffic, seen);
  const over = new AbortController();
  const watching = client.watchBalance(over.signal);
  const acting = traffic.actions.map(async (action) => {
    await until(began + action.atMs);
    await (isOfClient(action) ? client.act(action) : operator.act(action));
  });
  const onFault = (atMs: number, words: string) =>
    say(`  ${(atMs / 1_000).toFixed(1).padStart(6)} s  ${words}`);
  const faults = await breakAll(stack, plan, { began, endsAt: began + runMs, onFault });
  await until(began + runMs);
  say('\n  All faults end. Waiting until every purchase is final and every webhook received.\n');
  await healAll(stack);
  await patiently(() => reopenNetworks(stack));
  await Promise.all(acting);
  const judgement = await judge(stack, operator, seen);
  const verdicts = [...judgement.verdicts, await judgeTraces(stack)];
  over.abort();
  await watching;
  return { ...judgement, verdicts, seen, faults, seconds: (performance.now() - began) / 1_000 };
}

type OfOperator = Extract<
  Action,
  { kind: 'fund' | 'close_network' | 'open_network' | 'requery' | 'resolve' | 'resend' }
>;

const OF_OPERATORS: ReadonlySet<string> = new Set([
  'fund',
  'close_network',
  'open_network',
  'requery',
  'resolve',
  'resend',
] satisfies OfOperator['kind'][]);

function isOfClient(action: Action): action is Exclude<Action, OfOperator> {
  return !OF_OPERATORS.has(action.kind);
}

/** Teaches the simulators what to do with each number. */
async function sendScripts({ stack }: ChaosStack, traffic: Traffic): Promise<void> {
  const orders = [...traffic.orders, ...traffic.campaigns.flat()];
  for (const protocol of Object.values(SIMULATORS) satisfies Protocol[]) {
    const scripts: Script[] = orders.flatMap((order) => (order.protocol === protocol ? [order.script] : []));
    for (let from = 0; from < scripts.length; from += SCRIPTS_AT_ONCE) {
      const response = await fetch(`${stack.simulators[protocol]}/_simulator/scripts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(scripts.slice(from, from + SCRIPTS_AT_ONCE)),
      });
      if (!response.ok) throw new Error(await response.text());
    }
  }
}

/** An operator whose command failed has left a network closed. */
async function reopenNetworks({ pool }: ChaosStack): Promise<void> {
  await pool.query(
    'UPDATE network_health SET override_status = NULL, override_message = NULL, override_until = NULL',
  );
}
