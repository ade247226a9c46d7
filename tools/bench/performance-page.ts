import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashCode } from './code-hash.ts';
import { type Figure, FURTHER, GOALS } from './figures.ts';
import type { UnitCosts } from './load/costs.ts';
import type { BenchRow, Measuring } from './report.ts';
import { readRows } from './results.ts';

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'performance.md');
/** Marks of the chart that stand for a goal that is just reached. */
const GOAL_MARKS = 20;
const MARKS_MAX = 40;

/** Writes docs/performance.md from the rows that were measured last; answers its path. */
export function writePerformancePage(): string {
  writeFileSync(PAGE, renderPerformance(readRows(), hashCode()));
  return PAGE;
}

/**
 * The page of figures: the table of goals, a chart of it, what each yardstick is, and what a unit of work costs.
 * @param code the hash of the code as it is now, to say which rows were measured with other code.
 */
export function renderPerformance(rows: readonly BenchRow[], code: string): string {
  const described = [...GOALS, ...FURTHER];
  const rest = rows.filter((row) => !described.some((figure) => isOf(figure, row)));
  const measured = described.map((figure) => ({ figure, rows: rows.filter((row) => isOf(figure, row)) }));
  const inOrder = [...measured.flatMap((each) => each.rows), ...rest];
  return `# Performance

<!-- Written by \`npm run bench\` and \`npm run docs\` from tools/bench/results/latest.json and tools/bench/figures.ts. -->

Every figure in the tables was measured by \`npm run bench\`, and comes from a run of which \`tools/bench/results/latest.json\` keeps each round. Product and
yardstick run by turns on the same machine, the same PostgreSQL and the same Temporal server, with the same durability
(\`fsync\` and \`synchronous_commit\` on); the load generator shares the machine with them. So the ratio says more than the figures
beside it. A figure is the median of its rounds where nothing else is said, in brackets the lowest and the highest. \`npm run bench -- NAME\` measures one line anew.

A goal is reached when the worse quartile of at least seven rounds reaches it, on a machine whose load before the run was under one.
Rows marked "former rules" were measured earlier: their medians decided, of fewer rounds on a machine that may have been busy; the goals of
\`growth\` were loosened by the yardstick's noise, the yardstick of \`accept\` read the clock five times a row, and that of \`drain\` had neither
the flags of Node nor the preloaded modules of the product's worker.

With \`TEMPORAL_ADDRESS\` (and \`DATABASE_URL\`) the benchmarks use servers that run already, such as a Temporal server that keeps its histories in
PostgreSQL: \`TEMPORAL_ADDRESS=temporal.example:7233 BENCH_TEMPORAL="Temporal on PostgreSQL" npm run bench -- drain\`. What is measured so
stands under that name beside what was measured on the development server. It needs a namespace \`default\`; the search attributes are registered.
The yardstick runs on the same server. What a server on another machine costs in processor time is not seen from here, and left out; give the
benchmark a server of its own, for it counts what ends there.

## The goals

${table(measured.slice(0, GOALS.length), 1)}

\`\`\`
${chart(inOrder)}
\`\`\`

The bar reaches the mark \`|\` where the goal is just reached.

## What else is measured

${table([...measured.slice(GOALS.length), ...rest.map((row) => ({ figure: unnamed(row), rows: [row] }))], null)}

## What the yardsticks are

${described.map(({ what, yardstick }) => `- **${what}.** ${yardstick}`).join('\n')}

${remarks(measured)}## What a unit of work costs

Processor time is user and system, in milliseconds. Statements are counted by \`pg_stat_statements\`, with BEGIN and COMMIT. Memory is the
most that was resident; of PostgreSQL, whose processes share much, each process's proportional share, added up.

${costs(inOrder)}

${facts(inOrder)}## Where it was measured

A load above about one before the run says that other work shared the processors: then rates are too low and costs, which contention makes
dearer, too high, and only the ratio says something. A row that is not in this table was measured before that was recorded.

${machines(inOrder, code)}
`;
}

interface Measured {
  readonly figure: Figure;
  readonly rows: readonly BenchRow[];
}

function isOf({ rows }: Figure, { name }: BenchRow): boolean {
  return name === rows || [' ', ',', ':', ''].some((mark) => isBeginning(`${rows}${mark}`, name));
}

/** A beginning ends where a word does: `batch` is none of `batch-beside`. */
function isBeginning(text: string, name: string): boolean {
  return /[\s,:]$/.test(text) && name.startsWith(text);
}

function unnamed({ name }: BenchRow): Figure {
  return { rows: name, what: '', yardstick: '' };
}

function table(measured: readonly Measured[], firstNumber: number | null): string {
  const lines = measured.flatMap(({ figure, rows }, index) => {
    const number = firstNumber === null ? '' : `${firstNumber + index}. `;
    if (rows.length === 0) return [`| ${number}${figure.what} | not measured yet | | | | |`];
    return rows.map((row, nth) => {
      const label = `${nth === 0 ? `${number}${figure.what} ` : ''}\`${row.name}\``;
      const verdict =
        row.goal === 0
          ? '–'
          : `${row.reached ? 'yes' : '**no**'}${row.errors > 0 ? `, ${row.errors} errors` : ''}${row.decidedBy === undefined ? ', former rules' : ''}`;
      return `| ${label} | ${spread(row, 'product')} ${row.unit} | ${spread(row, 'yardstick')} | ${spread(row, 'ratio')}${row.ratio === 0 ? '' : ' ×'} | ${goalOf(row)} | ${verdict} |`;
    });
  });
  return [
    '| What | Product | Yardstick | Ratio | Goal | Reached |',
    '|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

function spread(row: BenchRow, figure: 'product' | 'yardstick' | 'ratio'): string {
  const all = row.rounds.map((round) => round[figure]);
  const middle = row[figure].toLocaleString('en');
  if (row[figure] === 0) return '–';
  if (all.length < 2) return middle;
  const [low, high] = [Math.min(...all), Math.max(...all)].map((each) => each.toLocaleString('en'));
  return `${middle} (${low} – ${high})`;
}

function goalOf({ goal, goalOf: of, unit }: BenchRow): string {
  if (goal === 0) return 'none is set';
  if (of === 'product at most') return `≤ ${goal} ${unit}`;
  return `${of === 'ratio at most' ? '≤' : '≥'} ${goal} ×`;
}

/** How far each row is on its way to its goal, or past it. */
function chart(rows: readonly BenchRow[]): string {
  const aimed = rows.filter(({ goal }) => goal > 0);
  const width = Math.max(...aimed.map(({ name }) => name.length));
  return aimed
    .map((row) => {
      const marks = Math.round(GOAL_MARKS * Math.min(progressOf(row), MARKS_MAX / GOAL_MARKS));
      const bar = '█'.repeat(marks).padEnd(MARKS_MAX, ' ');
      return `${row.name.padEnd(width)}  ${bar.slice(0, GOAL_MARKS)}|${bar.slice(GOAL_MARKS)}`.trimEnd();
    })
    .join('\n');
}

function progressOf({ goal, goalOf: of, product, ratio }: BenchRow): number {
  if (of === 'product at most') return goal / product;
  return of === 'ratio at most' ? goal / ratio : ratio / goal;
}

function remarks(measured: readonly Measured[]): string {
  const lines = measured.flatMap(({ figure: { what, remark } }) =>
    remark === undefined ? [] : [`- **${what}.** ${remark}`],
  );
  return lines.length === 0 ? '' : `## Where the time goes\n\n${lines.join('\n')}\n\n`;
}

function facts(rows: readonly BenchRow[]): string {
  const lines = rows.flatMap(({ name, facts: seen }) => {
    const told = Object.entries(seen ?? {}).map(([fact, figure]) => `${fact} ${figure.toLocaleString('en')}`);
    return told.length === 0 ? [] : [`- \`${name}\`: ${told.join('; ')}`];
  });
  return lines.length === 0 ? '' : `## What was seen besides\n\n${lines.join('\n')}\n\n`;
}

function costs(rows: readonly BenchRow[]): string {
  const all = rows.flatMap(({ name, costs: own, yardstickCosts: other }) => [
    ...(own === undefined ? [] : [{ name, costs: own }]),
    ...(other === undefined ? [] : [{ name: `${name}, yardstick`, costs: other }]),
  ]);
  const lines = all.map(
    ({ name, costs: own }) =>
      `| \`${name}\` | ${own.per} (${own.units.toLocaleString('en')}) | ${list(own.cpuMs)} | ${own.walBytes.toLocaleString('en')} | ${statements(own)} | ${list(own.peakMib)} |`,
  );
  return [
    '| Row | Unit (measured) | CPU ms a unit | WAL bytes a unit | SQL statements a unit | Memory, MiB |',
    '|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

function statements({ statements: count, statementsFrom }: UnitCosts): string {
  return statementsFrom === 'pg_stat_statements' ? `${count}` : `${count} transactions`;
}

function list(figures: Readonly<Record<string, number>>): string {
  return Object.entries(figures)
    .map(([name, figure]) => `${name} ${figure}`)
    .join(', ');
}

/** Which code a row is of: `9f3c2d1`, and whether it has changed since. */
function codeOf({ commit, code }: Measuring, now: string): string {
  if (code === undefined) return 'not recorded, changed since';
  return `measured at ${commit ?? 'no commit'}${code === now ? '' : ', code changed since'}`;
}

function machines(rows: readonly BenchRow[], code: string): string {
  const lines = rows.flatMap(({ name, measured: on }) =>
    on === undefined
      ? []
      : [
          `| \`${name}\` | ${on.at.slice(0, 16).replace('T', ' ')} | ${on.cores} | ${on.processor} | ${on.memoryGib} GiB | ${on.fdatasyncMs} ms | ${on.loadBefore ?? '–'} | ${on.sizes === undefined ? 'its own' : `\`${on.sizes}\``} | ${codeOf(on, code)} |`,
        ],
  );
  return [
    '| Row | Measured (UTC) | Cores | Processor | Memory | fdatasync of a page | Load before | Sizes | Code |',
    '|---|---|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}
