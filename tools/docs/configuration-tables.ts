import { z } from 'zod';
import { ENVIRONMENTS } from '../../config/config.ts';
import {
  BENCH_VARIABLES,
  DESCRIPTIONS,
  type Description,
  SIMULATOR_VARIABLES,
  type ToolVariable,
} from '../../config/descriptions.ts';
import { SECRETS } from '../../config/read.ts';
import type { Blocks } from './blocks.ts';

/** What a process accepts for a variable, as JSON Schema. */
interface Accepted {
  readonly type?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
}

/** The names of the variables that each process reads through config.ts. */
function readersOf(): ReadonlyMap<string, readonly string[]> {
  const readers = new Map<string, string[]>();
  for (const [process, schema] of Object.entries(ENVIRONMENTS))
    for (const name of Object.keys(schema.shape)) readers.set(name, [...(readers.get(name) ?? []), process]);
  return readers;
}

/** The tables of docs/configuration.md: the descriptions, with defaults and ranges from the schemas. */
export function configurationTables(): Blocks {
  const readers = readersOf();
  const rows = Object.entries<Description>(DESCRIPTIONS).map(([name, { what, unit, secret, tools }]) => {
    const processes = readers.get(name) ?? (tools === true ? [] : ['api', 'worker']);
    const by = tools === true ? [...processes, 'tools'] : processes;
    const file = (SECRETS as readonly string[]).includes(name) ? `, or \`${name}_FILE\`` : '';
    return `| \`${name}\` | ${what.replaceAll('|', '\\|')} | ${unit ?? ''} | ${defaultsOf(name)} | ${rangeOf(name)} | ${by.join(', ')} | ${secret ? `yes${file}` : ''} |`;
  });
  return {
    variables: [
      '| Variable | What it does | Unit | Default | Allowed | Read by | Secret |',
      '|---|---|---|---|---|---|---|',
      ...rows,
    ].join('\n'),
    simulators: toolTable(SIMULATOR_VARIABLES),
    bench: toolTable(BENCH_VARIABLES),
  };
}

function toolTable(variables: Readonly<Record<string, ToolVariable>>): string {
  const rows = Object.entries(variables).map(
    ([name, variable]) => `| \`${name}\` | ${variable.what} | ${variable.default} |`,
  );
  return ['| Variable | What it does | Default |', '|---|---|---|', ...rows].join('\n');
}

function acceptedBy(
  name: string,
): readonly (readonly [process: string, accepted: Accepted, required: boolean])[] {
  return Object.entries(ENVIRONMENTS).flatMap(([process, schema]) => {
    const { properties = {}, required = [] } = z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
    });
    const accepted = properties[name];
    return typeof accepted === 'object'
      ? [[process, accepted as Accepted, required.includes(name)] as const]
      : [];
  });
}

/** One default, or one per process if they differ. */
function defaultsOf(name: string): string {
  const defaults = acceptedBy(name).map(([process, accepted, required]) => {
    const { default: value } = accepted;
    const text = value === undefined || value === '' ? (required ? 'required' : 'none') : `\`${value}\``;
    return [process, text] as const;
  });
  const [first] = defaults;
  if (first === undefined) return 'none';
  if (defaults.every(([, text]) => text === first[1])) return first[1];
  return defaults.map(([process, text]) => `${process}: ${text}`).join('; ');
}

function rangeOf(name: string): string {
  const [first] = acceptedBy(name);
  const { enum: values, minimum, exclusiveMinimum, maximum } = first?.[1] ?? {};
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(', ');
  const hasMaximum = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  if (exclusiveMinimum !== undefined) return `above ${exclusiveMinimum}`;
  if (minimum === undefined) return '';
  return hasMaximum ? `${minimum} to ${maximum}` : `${minimum} or more`;
}
