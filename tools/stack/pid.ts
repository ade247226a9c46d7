import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 20;

/** True if the process runs. A zombie counts as gone, because a container may never reap it. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs as another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return !isZombie(pid);
}

function isZombie(pid: number): boolean {
  try {
    const status = `/proc/${pid}/stat`;
    // The state follows the name, which is in brackets and may itself contain brackets and spaces.
    const state = existsSync('/proc/self/stat')
      ? (readFileSync(status, 'utf8').split(') ').at(-1) ?? '')
      : execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        });
    return state.startsWith('Z');
  } catch {
    return true;
  }
}

/** The command line of a process, space-separated; empty if it is gone, a zombie, or between fork and exec. */
export function commandLineOf(pid: number): string {
  try {
    if (existsSync('/proc/self/cmdline')) {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    }
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return '';
  }
}

/** True if `pid` runs and its command line contains every mark. Pids are reused, so the number alone proves nothing. */
export function isOurs(pid: number, ...marks: string[]): boolean {
  if (!isRunning(pid)) return false;
  const commandLine = commandLineOf(pid);
  return marks.every((mark) => commandLine.includes(mark));
}

/** Waits until the process is gone; false when it still runs after `timeoutMs`. */
export async function waitForExit(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (isRunning(pid)) {
    if (Date.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}

export interface StopSignals {
  /** Asks for a clean end. */
  readonly polite: NodeJS.Signals;
  readonly graceMs: number;
  /** Sent when the grace period is over. */
  readonly firm: NodeJS.Signals;
}

/** Ends a process that `isOurs` has recognised. Does nothing if it is already gone. */
export async function endProcess(pid: number, signals: StopSignals): Promise<void> {
  if (!sendSignal(pid, signals.polite)) return;
  if (await waitForExit(pid, signals.graceMs)) return;
  sendSignal(pid, signals.firm);
  await waitForExit(pid, 5_000);
}

/** False if no process received it. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}
