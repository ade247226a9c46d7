import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ENVIRONMENTS } from '../../config/config.ts';
import {
  BENCH_VARIABLES,
  DESCRIPTIONS,
  type Description,
  SIMULATOR_VARIABLES,
} from '../../config/descriptions.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const DESCRIBED = Object.keys(DESCRIPTIONS);
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);

/** Variables of the system, those that benchmarks pass to processes, and the one that samples of the API read. */
const NOT_OURS = ['HOME', 'PATH', 'METRICS_PORT', 'TASK_QUEUE', 'API_KEY'];

const inSchemas = Object.values(ENVIRONMENTS).flatMap(({ shape }) => Object.keys(shape));
const inCode = globSync('{adapters,api,cli,db,deploy,observability,services,tools,worker}/**/*.{ts,mjs}', {
  cwd: ROOT,
})
  .flatMap((path) => namesIn(read(path), /process\.env\.([A-Z_]+)/g))
  .filter((name) => !name.startsWith('BENCH_') && !NOT_OURS.includes(name));
/** What docker-compose.yml sets for processes that read config.ts. */
const inCompose = read('docker-compose.yml')
  .split(/^ {2}(?=[a-z-]+:$)|^(?=x-)/m)
  .filter((part) => /^(api|worker|migrate|verify|cli|x-[a-z-]+):/.test(part))
  .flatMap((part) => namesIn(part, /(?:^ {2,6}|[{,] )([A-Z_]+?)(?:_FILE)?:/gm))
  .map((name) => (name === 'GATEWAYS' ? 'GATEWAYS_FILE' : name))
  .filter((name) => !NOT_OURS.includes(name));

it.each([
  ['config.ts', inSchemas],
  ['process.env in code', inCode],
  ['docker-compose.yml', inCompose],
])('every variable of %s is described', (_where, names) => {
  expect(names.length).toBeGreaterThan(3);
  expect(names.filter((name) => !DESCRIBED.includes(name))).toEqual([]);
});

it('the variables of the simulators and of the benchmarks are described, and no others', () => {
  const simulators = ['adapters/simulation/run.ts', 'adapters/dtone/simulator/main.ts'].flatMap((path) =>
    namesIn(read(path), /^\s+([A-Z_]+): (?:z\.|TextByAccount)/gm),
  );
  expect(simulators.toSorted()).toEqual(Object.keys(SIMULATOR_VARIABLES).toSorted());
  const bench = globSync('tools/bench/**/*.ts', { cwd: ROOT }).flatMap((path) =>
    namesIn(read(path), /\b(BENCH_[A-Z_]+)\b/g),
  );
  expect([...new Set(bench)].toSorted()).toEqual(Object.keys(BENCH_VARIABLES).toSorted());
});

it('every variable that is described is read or set somewhere', () => {
  const used = [...inSchemas, ...inCode, ...inCompose];
  expect(DESCRIBED.filter((name) => !used.includes(name))).toEqual([]);
});

it('.env.example lists every variable that processes read, except those of tests and tools', () => {
  const entries = Object.entries<Description>(DESCRIPTIONS);
  const toolsOnly = entries.filter(([name, { tools }]) => tools === true && !inSchemas.includes(name));
  const left = ['CRASH_POINT', 'NODE_ENV', ...toolsOnly.map(([name]) => name)];
  const listed = namesIn(read('.env.example'), /^(?:# )?([A-Z_]+)=/gm);
  expect(listed.toSorted()).toEqual(DESCRIBED.filter((name) => !left.includes(name)).toSorted());
});

it('.env.example shows the default of every number', () => {
  const page = read('docs/configuration.md');
  const numbers = [...read('.env.example').matchAll(/^# ([A-Z_]+)=(\d+)$/gm)];
  expect(numbers.length).toBeGreaterThan(5);
  for (const [, name, value] of numbers)
    expect(page).toMatch(new RegExp(`^\\| \`${name}\`.*\`${value}\``, 'm'));
});
