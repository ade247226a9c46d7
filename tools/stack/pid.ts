import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 20;

/** True when the process runs; a zombie counts as gone, for nobody may ever reap it in a container. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs, as somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return !isZombie(pid);
}

function isZombie(pid: number): boolean {
  try {
    const status = `/proc/${pid}/stat`;
    // The state follows the name, which stands in brackets and may itself hold brackets and spaces.
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

/** The command line of a process, its words separated by spaces; empty when it is gone, a zombie, or still between fork and exec. */
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

/** True when `pid` runs and its command line holds every mark: pids are used again, so a number proves nothing. */
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
  /** Sent when the grace is over. */
  readonly firm: NodeJS.Signals;
}

/** Ends a process that `isOurs` has recognised; silent when it is gone already. */
export async function endProcess(pid: number, signals: StopSignals): Promise<void> {
  if (!sendSignal(pid, signals.polite)) return;
  if (await waitForExit(pid, signals.graceMs)) return;
  sendSignal(pid, signals.firm);
  await waitForExit(pid, 5_000);
}

/** False when there was nobody to receive it. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}
