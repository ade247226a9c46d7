import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BringUpError } from './failure.ts';
import { logTail } from './log-tail.ts';
import { sendSignal } from './pid.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** For a program that hangs; one that ends is noticed immediately. Long enough for a slow machine. */
const READY_TIMEOUT_MS = 240_000;
const STOP_GRACE_MS = 20_000;
const POLL_MS = 25;
/** Compiled modules by content. They halve the processor time that a second start takes. */
export const COMPILE_CACHE = join(ROOT, 'node_modules', '.cache', 'bundlewire', 'node');
const LOG_BYTES_MAX = 50 * 1024 * 1024;

export interface ProcessOptions {
  /** Shown to people, such as "API" or "worker". */
  readonly name: string;
  /** Path inside the repository, e.g. `api/server.ts`. */
  readonly script: string;
  readonly args?: readonly string[];
  /** Options for Node.js. */
  readonly nodeArgs?: readonly string[];
  /** Added to this process's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Standard output and error are appended to it. */
  readonly logFile: string;
  readonly readyTimeoutMs?: number;
  /** Called before the process is ready, so that it can be found again even if we are killed. */
  readonly onSpawn?: (pid: number) => void;
}

/** The fields of the log line "ready". */
export interface ReadyLine {
  readonly url?: string;
  readonly metrics_url?: string;
}

export interface ExitOutcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ManagedProcess {
  readonly name: string;
  readonly pid: number;
  readonly logFile: string;
  readonly ready: ReadyLine;
  /** Resolves when the process has ended, for any reason. */
  readonly exited: Promise<ExitOutcome>;
  readonly kill: (signal: NodeJS.Signals) => void;
  /** Sends SIGTERM, and SIGKILL if the process still runs after 20 s. */
  readonly stop: () => Promise<ExitOutcome>;
}

/**
 * Starts one of our programs and waits for its log line `"msg":"ready"`. The program has its own process group and
 * writes to a file, so it survives the terminal and the process that started it. Throws `BringUpError` with the last
 * lines of the log if it ends first or is not ready in time.
 */
export async function startProcess(options: ProcessOptions): Promise<ManagedProcess> {
  mkdirSync(dirname(options.logFile), { recursive: true });
  rotate(options.logFile);
  const log = openSync(options.logFile, 'a+', 0o600);
  const logStart = statSync(options.logFile).size;
  const child = spawn(
    process.execPath,
    [...(options.nodeArgs ?? []), join(ROOT, options.script), ...(options.args ?? [])],
    {
      cwd: ROOT,
      env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env, ...options.env },
      stdio: ['ignore', log, log],
      detached: true,
    },
  );
  const exited = new Promise<ExitOutcome>((resolve) => {
    child.once('error', () => resolve({ code: 127, signal: null }));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const pid = child.pid ?? 0;
  if (pid > 0) options.onSpawn?.(pid);
  try {
    const ready = await waitForReadyLine(log, logStart, exited, options);
    const kill = (signal: NodeJS.Signals) => {
      // After it has ended, its pid may belong to another process.
      if (child.exitCode === null && child.signalCode === null) sendSignal(pid, signal);
    };
    return {
      name: options.name,
      pid,
      logFile: options.logFile,
      ready,
      exited,
      kill,
      stop: () => stop(kill, exited),
    };
  } catch (error) {
    if (pid > 0) sendSignal(pid, 'SIGKILL');
    throw error;
  } finally {
    closeSync(log);
  }
}

/** "exit code 1" or "SIGKILL", for messages. */
export function describeExit({ code, signal }: ExitOutcome): string {
  return signal ?? `exit code ${code}`;
}

async function stop(
  kill: (signal: NodeJS.Signals) => void,
  exited: Promise<ExitOutcome>,
): Promise<ExitOutcome> {
  kill('SIGTERM');
  const grace = new AbortController();
  const late = sleep(STOP_GRACE_MS, null, { signal: grace.signal }).catch(() => null);
  const outcome = await Promise.race([exited, late]);
  grace.abort();
  if (outcome === null) kill('SIGKILL');
  return exited;
}

async function waitForReadyLine(
  log: number,
  from: number,
  exited: Promise<ExitOutcome>,
  options: ProcessOptions,
): Promise<ReadyLine> {
  const timeoutMs = options.readyTimeoutMs ?? READY_TIMEOUT_MS;
  const deadline = Date.now() + timeoutMs;
  const readLines = lineReader(log, from);
  for (;;) {
    const ended = await Promise.race([exited, sleep(POLL_MS, null)]);
    for (const line of readLines()) {
      const ready = parseReady(line);
      if (ready !== null && ended === null) return ready;
    }
    if (ended !== null) throw notReady(options, `it ended during its start (${describeExit(ended)})`);
    if (Date.now() > deadline) throw notReady(options, `it was not ready in ${timeoutMs / 1_000} s`);
  }
}

/** Each call returns the whole lines that were written since the last call. */
function lineReader(file: number, from: number): () => string[] {
  const buffer = Buffer.alloc(64 * 1024);
  let position = from;
  let rest = '';
  return () => {
    let text = rest;
    for (;;) {
      const count = readSync(file, buffer, 0, buffer.length, position);
      if (count === 0) break;
      position += count;
      text += buffer.toString('latin1', 0, count);
    }
    const lines = text.split('\n');
    rest = lines.pop() ?? '';
    return lines;
  };
}

function parseReady(line: string): ReadyLine | null {
  if (!line.includes('"ready"')) return null;
  try {
    const fields: ReadyLine & { msg?: string } = JSON.parse(line);
    return fields.msg === 'ready' ? fields : null;
  } catch {
    return null;
  }
}

function notReady({ name, script, logFile }: ProcessOptions, reason: string): BringUpError {
  return new BringUpError(
    `The ${name} (${script}) did not start: ${reason}. Its log ${logFile} ends with:\n${logTail(logFile)}`,
  );
}

function rotate(logFile: string): void {
  if (!existsSync(logFile) || statSync(logFile).size < LOG_BYTES_MAX) return;
  renameSync(logFile, join(dirname(logFile), `${basename(logFile)}.1`));
}
