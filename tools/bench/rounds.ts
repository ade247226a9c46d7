import { setTimeout as sleep } from 'node:timers/promises';
import { othersShare, type ProcessorTime, readProcessorTime } from './load/others.ts';
import { isBusy, type Others, ROUNDS_MIN } from './report.ts';

/** How often product and yardstick are measured in turn. */
export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? ROUNDS_MIN);
/** A busy round is measured again, but not without end. */
const TRIES_PER_ROUND = 2;
const LOOK_MS = 1_000;
/** A round begins when the machine is quiet, or after this time, and is then likely to be discarded. */
const QUIET_WITHIN_LOOKS = 60;

/** The machine as the rounds see it; a test replaces it. */
export interface Machine {
  readonly read: () => ProcessorTime | null;
  readonly sleep: (ms: number) => Promise<unknown>;
}

const THIS_MACHINE: Machine = { read: readProcessorTime, sleep: (ms) => sleep(ms) };

/**
 * Measures until `wanted` rounds were quiet, or twice as many are done. Every round is returned, with what other programs took of
 * the processors in the second before it and during it; `isBusy` decides which of them count.
 * @param once measures product and yardstick one after the other
 */
export async function measureRounds<T extends object>(
  log: (line: string) => void,
  once: (round: number) => Promise<T>,
  wanted = ROUNDS,
  machine = THIS_MACHINE,
): Promise<(T & { readonly others: Others })[]> {
  const rounds: (T & { readonly others: Others })[] = [];
  let quiet = 0;
  for (let round = 1; quiet < wanted && round <= wanted * TRIES_PER_ROUND; round++) {
    const before = await untilQuiet(machine);
    const { result, during } = await besideOthers(() => once(round), machine);
    const others = { before, during };
    rounds.push({ ...result, others });
    if (!isBusy(others)) quiet += 1;
    else log(`  round ${round} does not count: other programs took ${percent(others)} of the processors`);
  }
  return rounds;
}

/**
 * Measures each side with half of the units, in the order given and then in the reverse order, so that a machine that becomes
 * slower or faster meanwhile favours no side.
 * @param sides each does a number of units, and returns how many it did per second.
 * @param count units of each side; an even number.
 * @returns units per second of each side.
 */
export async function measureThereAndBack<Name extends string>(
  sides: Readonly<Record<Name, (count: number) => Promise<number>>>,
  count: number,
): Promise<Record<Name, number>> {
  const names = Object.keys(sides) as Name[];
  const half = count / 2;
  const seconds = new Map<Name, number>();
  for (const name of [...names, ...names.toReversed()])
    seconds.set(name, (seconds.get(name) ?? 0) + half / (await sides[name](half)));
  const rates = names.map((name) => [name, (2 * half) / (seconds.get(name) ?? Number.NaN)]);
  return Object.fromEntries(rates) as Record<Name, number>;
}

/** Does something, and measures which share of the processors other programs took meanwhile. */
export async function besideOthers<T>(
  work: () => Promise<T>,
  machine = THIS_MACHINE,
): Promise<{ readonly result: T; readonly during: number | null }> {
  const began = machine.read();
  const result = await work();
  return { result, during: share(began, machine.read()) };
}

/** Waits for a second in which other programs took little, a minute at most; returns what they took in the last one. */
async function untilQuiet({ read, sleep: pause }: Machine): Promise<number | null> {
  for (let look = 1; ; look++) {
    const began = read();
    if (began === null) return null;
    await pause(LOOK_MS);
    const before = share(began, read());
    if (!isBusy({ before, during: null }) || look >= QUIET_WITHIN_LOOKS) return before;
  }
}

function share(from: ProcessorTime | null, to: ProcessorTime | null): number | null {
  const part = othersShare(from, to);
  return part === null ? null : Math.round(part * 1_000) / 1_000;
}

function percent({ before, during }: Others): string {
  return `${Math.round(100 * Math.max(before ?? 0, during ?? 0))}%`;
}
