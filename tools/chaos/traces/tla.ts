import type { Seen, TraceStep } from './trace.ts';
import type { TraceTree } from './tree.ts';

const MODULE = 'Observed';

/** How much may happen at the same time in the model. */
export interface Bounds {
  readonly workers: number;
  readonly guards: number;
}

/** A module with the traces, and its configuration: what TLC is run with. */
export interface Rendered {
  readonly module: string;
  readonly text: string;
  readonly config: string;
}

/** Writes traces in TLA+, for docs/proof/Trace.tla. */
export function renderTree({ nodes }: TraceTree, { workers, guards }: Bounds): Rendered {
  const attempts = Math.max(1, ...nodes.map(({ step }) => (step === null ? 0 : attemptsIn(step))));
  const steps = nodes.map(({ step, from, until, next, last }) => {
    const what = step === null ? 'what |-> "begins"' : renderStep(step, attempts);
    return `[${what}, from |-> ${from}, until |-> ${until}, next |-> {${next.join(', ')}}, last |-> ${last}]`;
  });
  const text = `---- MODULE ${MODULE} ----\nEXTENDS Trace\nObserved ==\n<<\n  ${steps.join(',\n  ')}\n>>\n====\n`;
  const config = [
    'INIT TraceInit',
    'NEXT TraceNext',
    'CONSTANTS',
    '  Steps <- Observed',
    `  Workers = {${names('w', workers)}}`,
    `  Guards = {${names('g', guards)}}`,
    `  Attempts = {${Array.from({ length: attempts }, (_, at) => at + 1).join(', ')}}`,
    '  MaxFaults = 0',
    '  Broken = {}',
    'VIEW Future',
    'CONSTRAINT Search',
    'CHECK_DEADLOCK FALSE',
    '',
  ].join('\n');
  return { module: MODULE, text, config };
}

function names(letter: string, count: number): string {
  return Array.from({ length: count }, (_, at) => `${letter}${at + 1}`).join(', ');
}

function attemptsIn(step: TraceStep): number {
  return 'became' in step ? (step.became.fence?.length ?? 0) : 0;
}

/** What happened, as fields of a record; also how people read it. */
export function renderStep(step: TraceStep, attempts = attemptsIn(step)): string {
  if (!('became' in step)) return `what |-> "${step.what}"`;
  const { fence } = step.became;
  const became = fence === undefined ? step.became : { ...step.became, fence: padFence(fence, attempts) };
  return `what |-> "${step.what}", became |-> ${renderValue(became)}`;
}

function padFence(fence: Seen['fence'], attempts: number): Seen['fence'] {
  return Array.from({ length: attempts }, (_, at) => fence[at] ?? 'none');
}

function renderValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (Array.isArray(value)) return `<<${value.map(renderValue).join(', ')}>>`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([name, field]) => `${name} |-> ${renderValue(field)}`);
    return `[${fields.join(', ')}]`;
  }
  return String(value);
}
