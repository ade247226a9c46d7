import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UnitCosts } from './costs.ts';

/** One row of design.md's table as measured: product and yardstick in one run, alternating. */
export interface BenchRow {
  readonly name: string;
  readonly unit: string;
  /** Median over the rounds. */
  readonly product: number;
  readonly yardstick: number;
  /** Median of the rounds' own ratios. */
  readonly ratio: number;
  /** Of the ratio, at least; of latencies, of the product itself, at most. */
  readonly goal: number;
  readonly goalOf: 'ratio at least' | 'ratio at most' | 'product at most';
  readonly reached: boolean;
  readonly errors: number;
  readonly rounds: readonly Round[];
  /** What was measured besides, by name and unit. */
  readonly facts?: Readonly<Record<string, number>>;
  /** What a unit of the product's work cost, and of the yardstick's where that was measured too. */
  readonly costs?: UnitCosts;
  readonly yardstickCosts?: UnitCosts;
  /** Set when the row is written: which benchmark it comes from, and where and when it was measured. */
  readonly bench?: string;
  readonly measured?: Measuring;
}

/** Where and when a row was measured. */
export interface Measuring {
  /** ISO 8601. */
  readonly at: string;
  readonly cores: number;
  readonly processor: string;
  readonly memoryGib: number;
  /** A page written and flushed: what a durable commit costs at the least; median, in milliseconds. */
  readonly fdatasyncMs: number;
}

export interface Round {
  readonly product: number;
  readonly yardstick: number;
  readonly ratio: number;
}

const RESULTS = join(import.meta.dirname, 'results', 'latest.json');

interface Measured {
  readonly product: number;
  readonly yardstick: number;
}

/** Makes a row of the rounds that were measured; higher figures are better. */
export function benchRow(
  name: string,
  unit: string,
  goal: number,
  measured: readonly Measured[],
  errors: number,
  facts?: Readonly<Record<string, number>>,
): BenchRow {
  const row = rowOf(name, unit, measured);
  const besides = facts === undefined ? {} : { facts };
  return {
    ...row,
    goal,
    goalOf: 'ratio at least',
    reached: row.ratio >= goal && errors === 0,
    errors,
    ...besides,
  };
}

/** Makes a row of latencies in milliseconds: the product's own must stay under the goal. */
export function latencyRow(
  name: string,
  unit: string,
  goalMs: number,
  measured: readonly Measured[],
  errors: number,
): BenchRow {
  const row = rowOf(name, unit, measured);
  const reached = row.product < goalMs && errors === 0;
  return { ...row, goal: goalMs, goalOf: 'product at most', reached, errors };
}

/** Makes a row of figures that may be so many times those of the yardstick; lower figures are better. */
export function ratioAtMostRow(
  name: string,
  unit: string,
  goal: number,
  measured: readonly Measured[],
  errors: number,
): BenchRow {
  const row = rowOf(name, unit, measured);
  return { ...row, goal, goalOf: 'ratio at most', reached: row.ratio <= goal && errors === 0, errors };
}

function rowOf(name: string, unit: string, measured: readonly Measured[]) {
  const rounds = measured.map(({ product, yardstick }) => ({
    product: round(product),
    yardstick: round(yardstick),
    ratio: round(product / yardstick),
  }));
  return {
    name,
    unit,
    product: median(rounds.map((each) => each.product)),
    yardstick: median(rounds.map((each) => each.yardstick)),
    ratio: median(rounds.map((each) => each.ratio)),
    rounds,
  };
}

/** Writes the rows of a benchmark into bench/results/latest.json, in place of what it wrote before; others stay. */
export function saveRows(bench: string, rows: readonly BenchRow[], measured: Measuring): string {
  const fresh = new Set(rows.map(({ name }) => name));
  const kept = readRows().filter((row) => row.bench !== bench && !fresh.has(row.name));
  const all = [...kept, ...rows.map((row) => ({ ...row, bench, measured }))];
  // By name, so that two who measure different things do not write into the same lines.
  all.sort((a, b) => (a.name < b.name ? -1 : 1));
  mkdirSync(join(RESULTS, '..'), { recursive: true });
  writeFileSync(RESULTS, `${JSON.stringify({ rows: all }, null, 2)}\n`);
  return RESULTS;
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
  const line = (label: string, middle: number, all: readonly number[], unit: string) =>
    `  ${label.padEnd(10)} ${String(middle).padStart(9)} ${unit.padEnd(14)} ${spread(all)}`;
  return [
    line(
      'product',
      row.product,
      row.rounds.map((each) => each.product),
      row.unit,
    ),
    line(
      'yardstick',
      row.yardstick,
      row.rounds.map((each) => each.yardstick),
      row.unit,
    ),
    line(
      'ratio',
      row.ratio,
      row.rounds.map((each) => each.ratio),
      '×',
    ),
    ...Object.entries(row.facts ?? {}).map(([name, figure]) => `  ${name.padEnd(20)} ${figure}`),
    ...describeCosts('costs', row.costs),
    ...describeCosts('yardstick', row.yardstickCosts),
    '',
    `  Goal: ${row.goalOf} ${row.goal}: ${row.reached ? 'reached' : 'not reached'}. Errors: ${row.errors}.`,
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

/** The middle figure. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : round((upper + (sorted[middle - 1] ?? Number.NaN)) / 2);
}

function round(figure: number): number {
  return figure >= 100 ? Math.round(figure) : Math.round(figure * 100) / 100;
}
