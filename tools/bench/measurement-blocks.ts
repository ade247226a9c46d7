import type { Blocks } from '../docs/blocks.ts';
import type { HashOf } from './code-hash.ts';
import { type Figure, FURTHER, GOALS } from './figures.ts';
import type { UnitCosts } from './load/costs.ts';
import { type BenchRow, keptRounds, type Measuring, type Round } from './report.ts';
import { soakGraph } from './soak/graph.ts';
import type { Soak } from './soak/soak.ts';

/** Marks of the chart that stand for a goal that is just reached. */
const GOAL_MARKS = 20;
const MARKS_MAX = 40;

/**
 * The generated parts of docs/operating/measurements.md: the tables of goals and of other figures, a chart, the costs per unit of work,
 * and where each row was measured.
 * @param hashOf the hash of the code as it is now, by benchmark, to say which rows were measured with other code.
 */
export function measurementBlocks(
  rows: readonly BenchRow[],
  hashOf: HashOf,
  soak: Soak | null = null,
): Blocks {
  const described = [...GOALS, ...FURTHER];
  const rest = rows.filter((row) => !described.some((figure) => isOf(figure, row)));
  const measured = described.map((figure) => ({ figure, rows: rows.filter((row) => isOf(figure, row)) }));
  const inOrder = [...measured.flatMap((each) => each.rows), ...rest];
  const further = [
    ...measured.slice(GOALS.length),
    ...rest.map((row) => ({ figure: unnamed(row), rows: [row] })),
  ];
  return {
    goals: table(measured.slice(0, GOALS.length), 1),
    chart: ['```text', chart(inOrder), '```'].join('\n'),
    further: table(further, null),
    costs: costs(inOrder),
    facts: facts(inOrder),
    soak: soakGraph(soak),
    machines: machines(inOrder, hashOf),
  };
}

interface Measured {
  readonly figure: Figure;
  readonly rows: readonly BenchRow[];
}

function isOf({ rows }: Figure, { name }: BenchRow): boolean {
  return name === rows || [' ', ',', ':', ''].some((mark) => isBeginning(`${rows}${mark}`, name));
}

/** A beginning ends where a word does: `batch` does not begin `batch-beside`. */
function isBeginning(text: string, name: string): boolean {
  return /[\s,:]$/.test(text) && name.startsWith(text);
}

function unnamed({ name }: BenchRow): Figure {
  return { rows: name, what: '' };
}

function table(measured: readonly Measured[], firstNumber: number | null): string {
  const lines = measured.flatMap(({ figure, rows }, index) => {
    const number = firstNumber === null ? '' : `${firstNumber + index}. `;
    if (rows.length === 0) return [`| ${number}${figure.what} | not measured yet | | | | |`];
    return rows.map((row, nth) => {
      const label = `${nth === 0 ? `${number}${figure.what} ` : ''}\`${row.name}\``;
      const verdict = `${row.reached ? 'yes' : '**no**'}${row.errors > 0 ? `, ${row.errors} errors` : ''}${row.decidedBy === undefined ? ', former rules' : ''}`;
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
  const all = keptRounds(row.rounds).map((round) => round[figure]);
  const middle = row[figure].toLocaleString('en');
  if (row[figure] === 0) return '–';
  if (all.length < 2) return middle;
  const [low, high] = [Math.min(...all), Math.max(...all)].map((each) => each.toLocaleString('en'));
  return `${middle} (${low} – ${high})`;
}

/** The goal of a row, for people. */
export function goalOf({ goal, goalOf: of, unit }: BenchRow): string {
  if (of === 'product at most') return `≤ ${goal} ${unit}`;
  if (of === 'ratio from 1 at most') return `1 ± ${goal} ×`;
  return `${of === 'ratio at most' ? '≤' : '≥'} ${goal} ×`;
}

function chart(rows: readonly BenchRow[]): string {
  const width = Math.max(...rows.map(({ name }) => name.length));
  return rows
    .map((row) => {
      const marks = Math.round(GOAL_MARKS * Math.min(progressOf(row), MARKS_MAX / GOAL_MARKS));
      const bar = '█'.repeat(marks).padEnd(MARKS_MAX, ' ');
      return `${row.name.padEnd(width)}  ${bar.slice(0, GOAL_MARKS)}|${bar.slice(GOAL_MARKS)}`.trimEnd();
    })
    .join('\n');
}

/** How close a figure of a row is to its goal, or how far past it: 1 is just reached. The median by default. */
export function progressOf(row: BenchRow, figure = medianOf(row)): number {
  return row.goalOf === 'ratio at least' ? figure / row.goal : row.goal / figure;
}

/** The median of what the goal is about. */
function medianOf({ goalOf: of, product, ratio }: BenchRow): number {
  if (of === 'product at most') return product;
  return of === 'ratio from 1 at most' ? Math.abs(ratio - 1) : ratio;
}

function facts(rows: readonly BenchRow[]): string {
  const lines = rows.flatMap(({ name, facts: seen }) => {
    const figures = Object.entries(seen ?? {}).map(
      ([fact, figure]) => `${fact} ${figure.toLocaleString('en')}`,
    );
    return figures.length === 0 ? [] : [`- \`${name}\`: ${figures.join('; ')}`];
  });
  return lines.join('\n');
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
    '| Row | Unit (measured) | CPU ms per unit | WAL bytes per unit | SQL statements per unit | Memory, MiB |',
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

/** How many rounds there were: `9, 2 discarded`. */
function roundsOf(rounds: readonly Round[]): string {
  const discarded = rounds.length - keptRounds(rounds).length;
  return `${rounds.length}${discarded === 0 ? '' : `, ${discarded} discarded`}`;
}

/** What other programs took of the processors during the rounds that count: `0 – 4%`. */
function othersOf(rounds: readonly Round[]): string {
  const shares = keptRounds(rounds).flatMap(({ others }) => others?.during ?? []);
  const [low, high] = [Math.min(...shares), Math.max(...shares)].map((share) => Math.round(100 * share));
  return shares.length === 0 ? '–' : `${low} – ${high}%`;
}

function machines(rows: readonly BenchRow[], hashOf: HashOf): string {
  const lines = rows.flatMap(({ name, bench, rounds, measured: on }) =>
    on === undefined
      ? []
      : [
          `| \`${name}\` | ${on.at.slice(0, 16).replace('T', ' ')} | ${on.cores} | ${on.processor} | ${on.memoryGib} GiB | ${on.fdatasyncMs} ms | ${on.loadBefore ?? '–'} | ${othersOf(rounds)} | ${roundsOf(rounds)} | ${on.sizes === undefined ? 'its own' : `\`${on.sizes}\``} | ${codeOf(on, hashOf(bench))} |`,
        ],
  );
  return [
    '| Row | Measured (UTC) | Cores | Processor | Memory | fdatasync of a page | Load before | Other programs | Rounds | Sizes | Code |',
    '|---|---|---|---|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}
