import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BenchRow, isBusy, median, ratioAtMostRow } from '../report.ts';

const FILE = join(import.meta.dirname, '..', 'results', 'soak.json');

/** What was seen at the end of an interval of a long run. */
export interface Sample {
  /** Seconds since the beginning. */
  readonly at: number;
  /** Memory by process, in MiB. */
  readonly mib: Readonly<Record<string, number>>;
  /** Of single purchases in the interval, in milliseconds. */
  readonly postP99: number;
  readonly finalP95: number;
  /** Purchases without an outcome, and rows of the outbox for working endpoints. */
  readonly waiting: number;
  /** Size of each table with its indexes, in KiB. */
  readonly kib: Readonly<Record<string, number>>;
  /** The share of the processors that other programs took in the interval. */
  readonly others: number | null;
}

/** A long run at half of what the machine can do. */
export interface Soak {
  /** ISO 8601. */
  readonly at: string;
  readonly minutes: number;
  /** Purchases per second: what was measured before, and what was offered. */
  readonly capacity: number;
  readonly offered: number;
  readonly bought: number;
  readonly samples: readonly Sample[];
}

/** Rows of these tables are deleted or replaced when they have done their work, so the tables must not grow. */
export const EMPTIED = ['accounts', 'networks', 'number_turns', 'rate_windows', 'relay_heartbeats'] as const;
/** Processes that ship. Temporal's development server and the simulators do not. */
const SHIPPED = ['API', 'worker', 'PostgreSQL'] as const;

const GOALS = { memory: 1.15, latency: 1.5, tables: 1.5 };
/** Before it, caches and pools are still being filled. */
const WARM_UP_SHARE = 0.25;

/**
 * The rows of a long run: each compares its last quarter with its second one, by their medians. Intervals on a busy machine are
 * left out. If half of them were busy, the run is discarded.
 */
export function soakRows(soak: Soak, errors: number): BenchRow[] {
  const { samples } = soak;
  const others = { before: null, during: median(samples.map((sample) => sample.others ?? 0)) };
  const quiet = samples.filter((sample) => !isBusy({ before: null, during: sample.others }));
  const end = samples.at(-1)?.at ?? 0;
  const early = quiet.filter(({ at }) => at > WARM_UP_SHARE * end && at <= 0.5 * end);
  const late = quiet.filter(({ at }) => at > 0.75 * end);
  const facts = {
    minutes: soak.minutes,
    'capacity, purchases/s': Math.round(soak.capacity),
    'offered, purchases/s': Math.round(soak.offered),
    purchases: soak.bought,
    intervals: samples.length,
    'intervals left out': samples.length - quiet.length,
  };
  const row = (name: string, unit: string, goal: number, figure: (sample: Sample) => number): BenchRow => {
    const measured = { product: median(late.map(figure)), yardstick: median(early.map(figure)), others };
    return { ...ratioAtMostRow(`soak: ${name}`, unit, goal, [measured], errors, 1), facts };
  };
  return [
    ...SHIPPED.map((name) => row(`memory of ${name}`, 'MiB', GOALS.memory, ({ mib }) => mib[name] ?? 0)),
    row('p95 accepted to final', 'ms', GOALS.latency, ({ finalP95 }) => finalP95),
    row('p99 of POST', 'ms', GOALS.latency, ({ postP99 }) => postP99),
    row('tables that are emptied', 'KiB', GOALS.tables, ({ kib }) =>
      EMPTIED.reduce((sum, table) => sum + (kib[table] ?? 0), 0),
    ),
  ];
}

/** Writes the raw series, one line per interval; returns the path. */
export function writeSoak(soak: Soak, file = FILE): string {
  const { samples, ...rest } = soak;
  const head = JSON.stringify(rest).slice(0, -1);
  const lines = samples.map((sample) => JSON.stringify(sample)).join(',\n');
  writeFileSync(file, `${head},"samples":[\n${lines}\n]}\n`);
  return file;
}

/** The last long run; null before the first. */
export function readSoak(file = FILE): Soak | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
