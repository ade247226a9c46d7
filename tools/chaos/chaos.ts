import { findTlc } from '../tlc.ts';
import { type Judgement, judge, type Verdict } from './judge/judge.ts';
import { findChecker } from './judge/linearizable.ts';
import { patiently } from './judge/patiently.ts';
import type { Protocol, Script } from './plan/gateway-faults.ts';
import { type Plan, serverJumps } from './plan/plan.ts';
import type { Action, Traffic } from './plan/traffic.ts';
import { breakAll, healAll, until } from './run/break.ts';
import { createChaosClient } from './run/clients.ts';
import type { Observed } from './run/observed.ts';
import { createChaosOperator } from './run/operators.ts';
import { createSlots } from './run/slots.ts';
import { type ChaosStack, startChaosStack } from './run/stack.ts';
import { judgeTraces, traceRun } from './traces/judge.ts';

export interface ChaosOptions {
  readonly stateDir: string;
  readonly say: (line: string) => void;
  readonly workflowBundles?: string;
  /** Rejects if the run must end early. */
  readonly interrupted?: Promise<never>;
  /** A further question for the judge. */
  readonly alsoJudge?: (seen: Observed) => Verdict;
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
/** How many clients ask at the same time. During an outage, each sends its request again and again, and the others wait. */
const CLIENTS = 64;

/**
 * Runs the whole system while clients buy, operators intervene and parts break, all as planned. Then ends all faults, and
 * judges the result.
 */
export async function runChaos(plan: Plan, options: ChaosOptions): Promise<ChaosRun> {
  const { interrupted } = options;
  const over = new AbortController();
  // If it cannot be compiled, say so before the run and not after it.
  await Promise.all([findChecker(), findTlc()]);
  const stack = await startChaosStack({ ...options, funding: plan.traffic.funding });
  try {
    await traceRun(stack);
    const playing = play(stack, plan, over, options);
    return await (interrupted === undefined ? playing : Promise.race([playing, interrupted]));
  } finally {
    // After a failure, clients would continue to ask.
    over.abort();
    // A paused process does not react to SIGTERM.
    stack.programs.resumeAll();
    stack.postgres.resume();
    await stack.stop();
  }
}

/** `over` ends what clients still want to ask. */
async function play(
  stack: ChaosStack,
  plan: Plan,
  over: AbortController,
  { say, alsoJudge }: ChaosOptions,
): Promise<ChaosRun> {
  const { runMs, traffic } = plan;
  const seen: Observed = { answers: [], looks: [], balances: [], campaigns: [], hands: [] };
  await sendScripts(stack, traffic);
  say(`\n  ${traffic.actions.length} actions of clients and operators, ${plan.faults.length} faults:\n`);
  const began = performance.now();
  const operator = createChaosOperator(stack, traffic, seen);
  const client = createChaosClient(stack, traffic, seen);
  const watching = client.watchBalance(over.signal);
  const inSlot = createSlots(CLIENTS);
  const acting = traffic.actions.map(async (action) => {
    await until(began + action.atMs);
    if (!isOfClient(action)) return operator.act(action);
    return inSlot(async () => (over.signal.aborted ? undefined : client.act(action)));
  });
  const onFault = (atMs: number, words: string) =>
    say(`  ${(atMs / 1_000).toFixed(1).padStart(6)} s  ${words}`);
  const faults = await breakAll(stack, plan.faults, { began, endsAt: began + runMs, onFault });
  await until(began + runMs);
  say('\n  All faults end. Waiting until every purchase is final and every webhook received.\n');
  await healAll(stack);
  await patiently(() => reopenNetworks(stack));
  await Promise.all(acting);
  const judgement = await judge(stack, operator, seen, serverJumps(plan));
  const verdicts = [
    ...judgement.verdicts,
    await judgeTraces(stack, { clocksDiffer: plan.faults.some(({ fault }) => fault.kind === 'clock') }),
    ...(alsoJudge === undefined ? [] : [alsoJudge(seen)]),
  ];
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
  const orders = [...traffic.orders, ...traffic.campaigns.flatMap(({ rows }) => rows)];
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
