import { join } from 'node:path';
import type { Verdict } from '../judge/judge.ts';
import { patiently } from '../judge/patiently.ts';
import { type ChaosStack, GATEWAY_TIMEOUT_MS, HOLD_MS } from '../run/stack.ts';
import { assemble } from './assemble.ts';
import { explain } from './check.ts';
import { readSteps, recordSteps } from './record.ts';
import { renderStep } from './tla.ts';
import { type Shape, type Trace, toShapes } from './trace.ts';

type TracedStack = Pick<ChaosStack, 'pool' | 'stack' | 'stateDir'>;

/** Has the steps of every purchase written down, from now on. */
export async function traceRun({ pool, stack }: TracedStack): Promise<void> {
  await recordSteps(pool, Object.values(stack.simulators));
}

/**
 * Whether the model of docs/proof allows what happened to every purchase. If the clocks of workers and PostgreSQL differed, a
 * gateway's "no such order" may be taken as a proof at any time, because no one knows the time since the submission.
 */
export async function judgeTraces(
  { pool, stack, stateDir }: TracedStack,
  { clocksDiffer }: { readonly clocksDiffer: boolean },
): Promise<Verdict> {
  const recorded = await patiently(() => readSteps(pool, Object.values(stack.simulators)));
  const { traces, findings } = assemble(recorded, {
    timeoutMs: GATEWAY_TIMEOUT_MS,
    holdMs: clocksDiffer ? 0 : HOLD_MS,
  });
  const shapes = toShapes(traces);
  const refused = await judgeShapes(shapes, join(stateDir, 'traces'));
  return {
    question: 'The model allows what happened to each purchase',
    checked: traces.size,
    findings: [...findings, ...refused],
  };
}

/** One sentence per shape that the model does not allow. */
export async function judgeShapes(shapes: readonly Shape[], folder: string): Promise<string[]> {
  const explained = await explain(
    shapes.map(({ trace }) => trace),
    folder,
  );
  return shapes.flatMap(({ trace, purchases }, at) => {
    const steps = explained[at]?.steps ?? 0;
    return steps < trace.length ? [describe(trace, steps, purchases)] : [];
  });
}

function describe(trace: Trace, steps: number, [first = '', ...others]: readonly string[]): string {
  const lines = trace.map((step, at) => `${at === steps ? '        ✗ ' : '          '}${renderStep(step)}`);
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return `the model does not allow step ${steps + 1} of ${first}${more}:\n${lines.join('\n')}`;
}
