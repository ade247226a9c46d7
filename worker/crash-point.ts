import { writeSync } from 'node:fs';
import type { CrashPoint, CrashPointName } from '../domain/purchase/crash-points.ts';

/** Where and how this process shall be struck, as CRASH_POINT says. */
export interface CrashSetting {
  readonly name: CrashPointName;
  /** At this pass of the point, from 1; once. */
  readonly nth: number;
  /** SIGKILL is a crash; SIGSTOP makes a process that everybody takes for dead and that resumes later. */
  readonly signal: 'SIGKILL' | 'SIGSTOP';
}

const STDERR = 2;

/**
 * Strikes our own process at the nth pass of the named point, after saying so on standard error. For tests: the
 * configuration refuses it in production.
 */
export function createCrashPoint({ name, nth, signal }: CrashSetting): CrashPoint {
  let passes = 0;
  return (point) => {
    if (point !== name) return;
    passes += 1;
    if (passes !== nth) return;
    // Synchronous: after the signal nothing is written any more.
    writeSync(STDERR, `${JSON.stringify({ msg: 'crash point', name, nth, signal })}\n`);
    process.kill(process.pid, signal);
  };
}
