import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { HAS_PROC, MS_PER_TICK, readStat } from './proc.ts';

/** Processor time up to a moment, in milliseconds. */
export interface ProcessorTime {
  readonly at: number;
  /** Of everything that ran on the machine, and what its host gave to others. */
  readonly all: number;
  /** Of this process, and of every process that it started, at any depth. */
  readonly own: number;
}

/**
 * Reads the processor time of the machine and our part of it; null where that is unknown: without /proc, or with servers that
 * this process did not start.
 */
export function readProcessorTime(): ProcessorTime | null {
  const { DATABASE_URL = '', TEMPORAL_ADDRESS = '' } = process.env;
  if (!HAS_PROC || DATABASE_URL !== '' || TEMPORAL_ADDRESS !== '') return null;
  return { at: performance.now(), all: machineMs(readFileSync('/proc/stat', 'utf8')), own: ownMs() };
}

/** The share of all processors that other programs took between two readings, from 0 to 1. */
export function othersShare(
  before: ProcessorTime | null,
  after: ProcessorTime | null,
  processors = availableParallelism(),
): number | null {
  if (before === null || after === null || after.at <= before.at) return null;
  const others = after.all - before.all - (after.own - before.own);
  return Math.min(1, Math.max(0, others / (processors * (after.at - before.at))));
}

/** From the first line of /proc/stat: user, nice, system and stolen time. Interrupts may be our own. */
export function machineMs(stat: string): number {
  const [, user, nice, system, , , , , stolen] = (stat.split('\n', 1)[0] ?? '').split(/\s+/).map(Number);
  return ((user ?? 0) + (nice ?? 0) + (system ?? 0) + (stolen ?? 0)) * MS_PER_TICK;
}

/** With the time of children that have ended, which their parents keep. */
function ownMs(): number {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), stat: readStat(Number(name)) }));
  const ms = (pid: number): number =>
    stats.reduce(
      (sum, { pid: each, stat }) =>
        stat === null || each === pid || stat.parent !== pid ? sum : sum + ms(each),
      timeOf(stats.find((each) => each.pid === pid)?.stat ?? null),
    );
  return ms(process.pid);
}

function timeOf(stat: ReturnType<typeof readStat>): number {
  return stat === null ? 0 : stat.ownMs + stat.endedChildrenMs;
}
