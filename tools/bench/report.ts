import type { UnitCosts } from './load/costs.ts';
import { quantile } from './load/latencies.ts';

/** Fewer rounds of timed work decide no goal. */
export const ROUNDS_MIN = 7;
/** Above it other work shared the machine. */
export const QUIET_LOAD_MAX = 1;
/** A round in which other programs took so much of all processors is discarded. */
export const OTHERS_MAX = 0.1;

/** One row of the table of goals (docs/operating/measurements.md) as measured: product and yardstick in one run, alternating. */
export interface BenchRow {
  readonly name: string;
  readonly unit: string;
  /** Median over the rounds that were not discarded, as all figures of the row are. */
  readonly product: number;
  readonly yardstick: number;
  /** Median of the rounds' own ratios. */
  readonly ratio: number;
  /** Of the ratio, at least; of latencies, of the product itself, at most; of what should agree, how far the ratio may be from 1. */
  readonly goal: number;
  readonly goalOf: 'ratio at least' | 'ratio at most' | 'ratio from 1 at most' | 'product at most';
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
  /** The hash of the code that was measured, as `readHashes` has it now. */
  readonly code?: string;
  /** The sizes that the environment set in place of the benchmark's own, as `NAME=value`. */
  readonly sizes?: string;
}

/** The share of all processors that other programs took, from 0 to 1; null where it is unknown. */
export interface Others {
  /** In the second before the round. */
  readonly before: number | null;
  readonly during: number | null;
}

export interface Round {
  readonly product: number;
  readonly yardstick: number;
  readonly ratio: number;
  readonly others?: Others;
  /** The machine was busy: the round is shown and decides nothing. */
  readonly discarded?: true;
}

/** One round as it was measured; without `others` it is not of time, so it always counts. */
export interface Measured {
  readonly product: number;
  readonly yardstick: number;
  readonly others?: Others;
}

/** Whether a round on a machine that other programs used so much is discarded. */
export function isBusy({ before, during }: Others): boolean {
  return Math.max(before ?? 0, during ?? 0) >= OTHERS_MAX;
}

/** The rounds that count. */
export function keptRounds(rounds: readonly Round[]): readonly Round[] {
  return rounds.filter(({ discarded }) => discarded === undefined);
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
    reached: decidedBy >= goal && errors === 0 && keptRounds(row.rounds).length >= roundsMin,
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
    keptRounds(row.rounds).map(({ product }) => product),
    0.75,
  );
  const reached = decidedBy < goalMs && errors === 0 && keptRounds(row.rounds).length >= ROUNDS_MIN;
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
  const reached = decidedBy <= goal && errors === 0 && keptRounds(row.rounds).length >= roundsMin;
  return { ...row, goal, goalOf: 'ratio at most', reached, decidedBy, errors };
}

/** Makes a row of two ways to measure the same: both quartiles of the ratio may be so far from 1. */
export function agreementRow(
  name: string,
  unit: string,
  goal: number,
  measured: readonly Measured[],
  errors: number,
  facts: Readonly<Record<string, number>>,
): BenchRow {
  const row = rowOf(name, unit, measured);
  const quartiles = [quantile(ratiosOf(row), 0.25), quantile(ratiosOf(row), 0.75)];
  const decidedBy = round(Math.max(...quartiles.map((ratio) => Math.abs(ratio - 1))));
  const reached = decidedBy <= goal && errors === 0 && keptRounds(row.rounds).length >= ROUNDS_MIN;
  return { ...row, goal, goalOf: 'ratio from 1 at most', reached, decidedBy, errors, facts };
}

/**
 * Creates a row from counts without a yardstick: the largest must not exceed the goal.
 * @param roundsMin fewer rounds reach nothing; counts that do not vary need one.
 */
export function countedRow(
  name: string,
  unit: string,
  goal: number,
  counts: readonly Pick<Measured, 'product' | 'others'>[],
  errors: number,
  facts: Readonly<Record<string, number>>,
  roundsMin = 1,
): BenchRow {
  const rounds = counts.map(({ product, others }) => ({
    product,
    yardstick: 0,
    ratio: 0,
    ...flagged(others),
  }));
  const kept = keptRounds(rounds);
  const most = Math.max(...kept.map(({ product }) => product));
  const reached = most <= goal && errors === 0 && kept.length >= roundsMin;
  const figures = { product: most, yardstick: 0, ratio: 0, rounds, errors, facts };
  return { name, unit, goal, goalOf: 'product at most', reached, decidedBy: most, ...figures };
}

/** A row as it is kept: no timed goal is reached if other work shared the machine. */
export function whereMeasured(row: BenchRow, bench: string, measured: Measuring): BenchRow {
  const isQuiet = row.rounds.length === 1 || (measured.loadBefore ?? 0) < QUIET_LOAD_MAX;
  return { ...row, reached: row.reached && isQuiet, bench, measured };
}

function ratiosOf({ rounds }: Pick<BenchRow, 'rounds'>): number[] {
  return keptRounds(rounds).map(({ ratio }) => ratio);
}

function flagged(others: Others | undefined): Pick<Round, 'others' | 'discarded'> {
  if (others === undefined) return {};
  return isBusy(others) ? { others, discarded: true } : { others };
}

function rowOf(name: string, unit: string, measured: readonly Measured[]) {
  const rounds: readonly Round[] = measured.map(({ product, yardstick, others }) => ({
    product: round(product),
    yardstick: round(yardstick),
    ratio: round(product / yardstick),
    ...flagged(others),
  }));
  const kept = keptRounds(rounds);
  return {
    name,
    unit,
    product: median(kept.map((each) => each.product)),
    yardstick: median(kept.map((each) => each.yardstick)),
    ratio: median(kept.map((each) => each.ratio)),
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
