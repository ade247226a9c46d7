import type { UnitCosts } from './costs.ts';

/** One row of the table of goals (docs/performance.md) as measured: product and yardstick in one run, alternating. */
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
  /** Processes that wanted a processor in the minute before: above about one, other work ran beside. */
  readonly loadBefore?: number;
  /** The sizes that the environment set in place of the benchmark's own, as `NAME=value`. */
  readonly sizes?: string;
}

export interface Round {
  readonly product: number;
  readonly yardstick: number;
  readonly ratio: number;
}

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

/** Makes a row of what was counted: the most of it must not exceed the goal; there is no yardstick. */
export function countedRow(
  name: string,
  unit: string,
  goal: number,
  counts: readonly number[],
  errors: number,
  facts: Readonly<Record<string, number>>,
): BenchRow {
  const most = Math.max(...counts);
  const rounds = counts.map((product) => ({ product, yardstick: 0, ratio: 0 }));
  const figures = { product: most, yardstick: 0, ratio: 0, rounds, errors, facts };
  return { name, unit, goal, goalOf: 'product at most', reached: most <= goal && errors === 0, ...figures };
}

/** Makes a row for the reader's choice: another way of doing the same, beside ours; no goal is set. */
export function comparisonRow(
  name: string,
  unit: string,
  measured: readonly Measured[],
  errors: number,
): BenchRow {
  const row = rowOf(name, unit, measured);
  return { ...row, goal: 0, goalOf: 'ratio at least', reached: errors === 0, errors };
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
