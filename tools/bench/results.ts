import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UnitCosts } from './load/costs.ts';
import { type BenchRow, keptRounds, type Measuring, whereMeasured } from './report.ts';

const RESULTS = join(import.meta.dirname, 'results', 'latest.json');

/** The rows that have a figure: a row whose rounds were all discarded has none. */
export function rowsWithFigures(rows: readonly BenchRow[]): BenchRow[] {
  return rows.filter(({ rounds }) => keptRounds(rounds).length > 0);
}

/** Writes the rows of a benchmark into tools/bench/results/latest.json; answers its path. */
export function saveRows(bench: string, rows: readonly BenchRow[], measured: Measuring): string {
  const all = replaceRows(
    readRows(),
    rows.map((row) => whereMeasured(row, bench, measured)),
  );
  mkdirSync(join(RESULTS, '..'), { recursive: true });
  writeFileSync(RESULTS, `${JSON.stringify({ rows: all }, null, 2)}\n`);
  return RESULTS;
}

/**
 * Puts a benchmark's rows in place of those that it wrote before; the rows of others stay. Rows are sorted by name, so that
 * measurements of different things do not change the same lines.
 */
export function replaceRows(before: readonly BenchRow[], fresh: readonly BenchRow[]): BenchRow[] {
  const benches = new Set(fresh.map(({ bench }) => bench));
  const names = new Set(fresh.map(({ name }) => name));
  const kept = before.filter(
    ({ bench, name }) => !names.has(name) && (bench === undefined || !benches.has(bench)),
  );
  return [...kept, ...fresh].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** What the benchmarks wrote last. */
export function readRows(): BenchRow[] {
  try {
    const file: { rows: BenchRow[] } = JSON.parse(readFileSync(RESULTS, 'utf8'));
    return file.rows;
  } catch {
    return [];
  }
}

/** A row as people read it: medians, spread over the rounds, ratio against its goal. */
export function describeRow(row: BenchRow): string {
  const spread = (figures: readonly number[]) => `${Math.min(...figures)} – ${Math.max(...figures)}`;
  const rounds = keptRounds(row.rounds);
  if (rounds.length === 0)
    return `  No round counts: other programs used the machine in all of them. Errors: ${row.errors}.`;
  const line = (label: string, middle: number, all: readonly number[], unit: string) =>
    `  ${label.padEnd(10)} ${String(middle).padStart(9)} ${unit.padEnd(14)} ${spread(all)}`;
  return [
    line(
      'product',
      row.product,
      rounds.map((each) => each.product),
      row.unit,
    ),
    line(
      'yardstick',
      row.yardstick,
      rounds.map((each) => each.yardstick),
      row.unit,
    ),
    line(
      'ratio',
      row.ratio,
      rounds.map((each) => each.ratio),
      '×',
    ),
    ...Object.entries(row.facts ?? {}).map(([name, figure]) => `  ${name.padEnd(20)} ${figure}`),
    ...describeCosts('costs', row.costs),
    ...describeCosts('yardstick', row.yardstickCosts),
    '',
    `  Goal: ${row.goalOf} ${row.goal}: ${row.reached ? 'reached' : 'not reached'}${row.decidedBy === undefined ? '' : `, decided by ${row.decidedBy}`}. Errors: ${row.errors}.`,
  ].join('\n');
}

function describeCosts(label: string, costs: UnitCosts | undefined): string[] {
  if (costs === undefined) return [];
  const list = (figures: Readonly<Record<string, number>>) =>
    Object.entries(figures)
      .map(([name, figure]) => `${name} ${figure}`)
      .join(', ');
  return [
    `  ${label.padEnd(10)} CPU ms a ${costs.per}: ${list(costs.cpuMs)}`,
    `  ${''.padEnd(10)} WAL ${costs.walBytes} bytes, ${costs.statements} statements a ${costs.per} (${costs.statementsFrom})`,
    `  ${''.padEnd(10)} memory at most, MiB: ${list(costs.peakMib)}`,
  ];
}
