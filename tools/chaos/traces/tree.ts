import type { Reading, Trace, TraceStep } from './trace.ts';

/** A step of one or more traces that begin in the same way. */
export interface Node {
  /** Its place in the tree, from 1; what is below a step follows it immediately. */
  readonly number: number;
  readonly step: TraceStep;
  /** The readings that the clock may have after it. */
  readonly from: Reading;
  readonly until: Reading;
  /** The numbers of the steps that follow it. */
  readonly next: readonly number[];
  /** The last number below it; its own if nothing follows. */
  readonly last: number;
}

/** Traces as one tree, so that what they have in common is searched once. */
export interface TraceTree {
  /** In order of their numbers. The first is the beginning, and no step. */
  readonly nodes: readonly (Omit<Node, 'step'> & { readonly step: TraceStep | null })[];
  /** The numbers of each trace's steps. */
  readonly paths: readonly (readonly number[])[];
}

interface Branch {
  readonly placed: Placed | null;
  readonly branches: Map<string, Branch>;
}

/** A step with the readings that the clock may have after it. */
type Placed = Pick<Node, 'step' | 'from' | 'until'>;

/** Joins traces as long as they are the same. */
export function toTree(traces: readonly Trace[]): TraceTree {
  const root: Branch = { placed: null, branches: new Map() };
  const walks = traces.map((trace) => grow(root, withReadings(trace)));
  const numbers = new Map<Branch, number>();
  const nodes: TraceTree['nodes'][number][] = [];
  number(root, numbers, nodes);
  return { nodes, paths: walks.map((walk) => walk.map((branch) => numbers.get(branch) ?? 0)) };
}

function grow(root: Branch, steps: readonly Placed[]): Branch[] {
  let here = root;
  return steps.map((placed) => {
    const key = JSON.stringify(placed);
    const known = here.branches.get(key) ?? { placed, branches: new Map() };
    here.branches.set(key, known);
    here = known;
    return known;
  });
}

/** If it is not known when a step was decided, it was no later than the next one of which it is. */
function withReadings(trace: Trace): Placed[] {
  let until: Reading = 3;
  const placed = trace.toReversed().map((step): Placed => {
    const clock = 'clock' in step ? step.clock : null;
    if (clock !== null) until = clock;
    return { step, from: clock ?? 0, until };
  });
  return placed.toReversed();
}

function number(branch: Branch, numbers: Map<Branch, number>, nodes: TraceTree['nodes'][number][]): number {
  const own = nodes.length + 1;
  numbers.set(branch, own);
  const { step = null, from = 0, until = 0 } = branch.placed ?? {};
  nodes.push({ number: own, step, from, until, next: [], last: own });
  const next = [...branch.branches.values()].map((one) => number(one, numbers, nodes));
  nodes[own - 1] = { number: own, step, from, until, next, last: nodes.length };
  return own;
}
