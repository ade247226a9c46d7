import { writeSync } from 'node:fs';
import type { CrashPoint, CrashPointName } from '../domain/purchase/crash-points.ts';

/** Where and how this process is stopped, as CRASH_POINT says. */
export interface CrashSetting {
  readonly name: CrashPointName;
  /** Number of the pass at which it happens, from 1; once. */
  readonly nth: number;
  /** SIGKILL is a crash. A process stopped by SIGSTOP looks dead and resumes later. */
  readonly signal: 'SIGKILL' | 'SIGSTOP';
}

const STDERR = 2;

/**
 * Sends the signal to this process at the nth pass of the named point, after a line on standard error. For tests: the
 * configuration rejects it in production.
 */
export function createCrashPoint({ name, nth, signal }: CrashSetting): CrashPoint {
  let passes = 0;
  return (point) => {
    if (point !== name) return;
    passes += 1;
    if (passes !== nth) return;
    // Synchronous, because after the signal nothing is written.
    writeSync(STDERR, `${JSON.stringify({ msg: 'crash point', name, nth, signal })}\n`);
    process.kill(process.pid, signal);
  };
}
