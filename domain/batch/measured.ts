import type { Observation } from './window.ts';

/**
 * What all batches together completed on a network lately, while rows waited for it. Both sums fade with age, so their quotient is
 * the rate of the last minutes. Time in which no row waited does not count: then the network was not the limit.
 */
export interface Measured {
  readonly at: Date;
  /** Completions. */
  readonly completed: number;
  /** In which they came. */
  readonly seconds: number;
}

/** One look at a batch: what it completed on the network since the look before. */
export interface Span {
  readonly at: Date;
  readonly seconds: number;
  readonly completed: number;
}

/** Long enough to smooth bursts, short enough to follow a change within a minute: a short campaign has no more. */
const MEMORY_SECONDS = 30;
/** The memory of a measure that has just begun: a worker that has just started is slow for some seconds, which soon count no more. */
const MEMORY_SECONDS_FIRST = 5;
/** How much longer the memory is than what is in it, so that it grows at half the speed of the clock. */
const MEMORY_GROWTH = 1.5;
/** A longer span has a gap in it: the batch was paused, or no process released it. Looks are at most five seconds apart. */
const SPAN_SECONDS_MAX = 8;
/** Less shows nothing. */
const MEASURED_SECONDS_MIN = 3;
const COMPLETED_MIN = 5;
/** What is older says nothing about now. */
const FRESH_MS = 10 * 60_000;

/** A batch on a network at the end of a span. */
export interface SpanEnd {
  readonly waiting: number;
  readonly open: number;
  readonly accepting: boolean;
}

/**
 * What a new observation adds to what is measured; null if the network was not what the batch waited for. Until its first outcomes
 * come, the batch waits for its worker and for the latency of the network, which say nothing about the rate.
 */
export function spanBetween(last: Observation | null, next: Observation, end: SpanEnd): Span | null {
  if (last === null || last.finals === 0 || end.waiting === 0 || !end.accepting) return null;
  const completed = Math.max(0, next.finals - last.finals);
  if (completed === 0 && end.open === 0) return null;
  return { at: next.at, seconds: (next.at.getTime() - last.at.getTime()) / 1_000, completed };
}

/** Adds a span. Batches look in turns, so only the time since the last look of any of them is new. */
export function addSpan(last: Measured | null, span: Span): Measured | null {
  if (span.seconds <= 0 || span.seconds > SPAN_SECONDS_MAX) return last;
  if (last === null) return { at: span.at, completed: span.completed, seconds: span.seconds };
  const passed = Math.max(0, (span.at.getTime() - last.at.getTime()) / 1_000);
  const kept = Math.exp(-passed / memoryOf(last));
  return {
    at: new Date(Math.max(span.at.getTime(), last.at.getTime())),
    completed: last.completed * kept + span.completed,
    seconds: last.seconds * kept + Math.min(passed, span.seconds),
  };
}

/** How fast what was measured fades, in seconds. */
function memoryOf({ seconds }: Measured): number {
  return Math.min(MEMORY_SECONDS, Math.max(MEMORY_SECONDS_FIRST, MEMORY_GROWTH * seconds));
}

/** Completions per second; null where too little was measured, or too long ago. */
export function measuredRate(measured: Measured | null, now: Date): number | null {
  if (measured === null || now.getTime() - measured.at.getTime() > FRESH_MS) return null;
  const { completed, seconds } = measured;
  return seconds < MEASURED_SECONDS_MIN || completed < COMPLETED_MIN ? null : completed / seconds;
}
