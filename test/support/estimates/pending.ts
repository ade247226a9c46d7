import { type InFlight, lateAfterMs } from '../../../domain/batch/estimate.ts';
import type { Observation } from '../../../domain/batch/window.ts';

/** A purchase that is not final. */
export interface Open {
  readonly releasedMs: number;
  sentMs: number | null;
  endsMs: number | null;
}

/** A batch on a network. */
export interface Part {
  waiting: number;
  finals: number;
  readonly unsent: Open[];
  readonly sent: Set<Open>;
  observed: Observation | null;
}

export function inFlightOf(part: Part, resolveWithinMs: number, ms: number): InFlight | null {
  const open = [...part.unsent, ...part.sent].map(({ sentMs }) => ms - (sentMs ?? ms));
  if (open.length === 0) return null;
  const lateAfter = lateAfterMs(resolveWithinMs);
  const late = open.filter((age) => age > lateAfter);
  const inTime = open.filter((age) => age <= lateAfter);
  return {
    oldestMs: Math.max(...open),
    youngestMs: Math.min(...open),
    oldestInTimeMs: inTime.length === 0 ? null : Math.max(...inTime),
    late: late.length,
    slow: inTime.filter((age) => age > lateAfter / 2).length,
    lateEndsInMs: late.length === 0 ? 0 : resolveWithinMs - Math.min(...late),
  };
}

/** Begins with another one each time, as the relay begins behind the account that it served last. */
export function rotated<T>(all: readonly T[], by: number): readonly T[] {
  const from = all.length === 0 ? 0 : by % all.length;
  return [...all.slice(from), ...all.slice(0, from)];
}
