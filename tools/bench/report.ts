import type { UnitCosts } from './load/costs.ts';
import { quantile } from './load/latencies.ts';

/** Fewer rounds of timed work decide no goal. */
export const ROUNDS_MIN = 7;
/** Above it other work shared the machine. */
export const QUIET_LOAD_MAX = 1;

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
  /** The quartile of the rounds by which `reached` was decided; rows without it were decided by their median. */
  readonly decidedBy?: number;
  readonly errors: number;
  readonly rounds: readonly Round[];
  /** Other measurements, by name and unit. */
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
  /** Processes that wanted a processor in the minute before: above about one, other work ran too. */
  readonly loadBefore?: number;
  /** The commit that was measured, in short; null where that is not known. */
  readonly commit?: string | null;
  /** The hash of the code that was measured, as `hashCode` has it now. */
  readonly code?: string;
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

/**
 * Makes a row of the rounds that were measured; higher figures are better. The goal is reached when the lower quartile of the
 * rounds reaches it, so that three rounds in four did.
 * @param roundsMin fewer rounds reach nothing; 1 for what does not vary.
 */
export function benchRow(
  name: string,
  unit: string,
  goal: number,
  measured: readonly Measured[],
  errors: number,
  facts?: Readonly<Record<string, number>>,
  roundsMin = ROUNDS_MIN,
): BenchRow {
  const row = rowOf(name, unit, measured);
  const decidedBy = quantile(ratiosOf(row), 0.25);
  const seen = facts === undefined ? {} : { facts };
  return {
    ...row,
    goal,
    goalOf: 'ratio at least',
    reached: decidedBy >= goal && errors === 0 && measured.length >= roundsMin,
    decidedBy,
    errors,
    ...seen,
  };
}

/** Makes a row of latencies in milliseconds: the upper quartile of the product's own must stay under the goal. */
export function latencyRow(
  name: string,
  unit: string,
  goalMs: number,
  measured: readonly Measured[],
  errors: number,
): BenchRow {
  const row = rowOf(name, unit, measured);
  const decidedBy = quantile(
    row.rounds.map(({ product }) => product),
    0.75,
  );
  const reached = decidedBy < goalMs && errors === 0 && measured.length >= ROUNDS_MIN;
  return { ...row, goal: goalMs, goalOf: 'product at most', reached, decidedBy, errors };
}

/** Makes a row of figures of which the upper quartile may be so many times those of the yardstick; lower figures are better. */
export function ratioAtMostRow(
  name: string,
  unit: string,
  goal: number,
  measured: readonly Measured[],
  errors: number,
  roundsMin = ROUNDS_MIN,
): BenchRow {
  const row = rowOf(name, unit, measured);
  const decidedBy = quantile(ratiosOf(row), 0.75);
  const reached = decidedBy <= goal && errors === 0 && measured.length >= roundsMin;
  return { ...row, goal, goalOf: 'ratio at most', reached, decidedBy, errors };
}

/** Creates a row from counts without a yardstick: the largest must not exceed the goal. */
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
  return {
    name,
    unit,
    goal,
    goalOf: 'product at most',
    reached: most <= goal && errors === 0,
    decidedBy: most,
    ...figures,
  };
}

/** A row as it is kept: no timed goal is reached if other work shared the machine. */
export function whereMeasured(row: BenchRow, bench: string, measured: Measuring): BenchRow {
  const isQuiet = row.rounds.length === 1 || (measured.loadBefore ?? 0) < QUIET_LOAD_MAX;
  return { ...row, reached: row.reached && isQuiet, bench, measured };
}

function ratiosOf({ rounds }: Pick<BenchRow, 'rounds'>): number[] {
  return rounds.map(({ ratio }) => ratio);
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
