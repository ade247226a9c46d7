import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BringUpError, messageOf } from './failure.ts';
import { logTail } from './log-tail.ts';
import { endProcess, isOurs, isRunning, sendSignal, waitForExit } from './pid.ts';
import { freePort } from './ports.ts';
import { findTemporalBinary } from './temporal-binary.ts';
import { registerSearchAttributes, type SearchAttributes, waitForNamespace } from './temporal-namespace.ts';

const READY_TIMEOUT_MS = 60_000;

/** The development server's limits are made for a laptop at rest; ours is measured. */
const DYNAMIC_CONFIG = {
  'frontend.rps': 100_000,
  'frontend.namespaceRPS': 100_000,
  'frontend.namespaceRPS.visibility': 10_000,
  'frontend.persistenceMaxQPS': 100_000,
  'history.persistenceMaxQPS': 100_000,
  'matching.persistenceMaxQPS': 100_000,
  // What is listed may be a second old; of a workflow that is closed by then, only its end is written.
  'history.visibilityProcessorMaxPollRPS': 1,
  'history.visibilityTaskBatchSize': 1_000,
  // What is to be listed is written one by one, so that workflows need not wait for a second's worth of it.
  'history.visibilityProcessorSchedulerWorkerCount': 1,
  // As a server of production: search attributes are kept in memory, and not read anew in every call.
  'system.forceSearchAttributesCacheRefreshOnRead': false,
  // One process holds all partitions, so several of them only cost forwarding.
  'matching.numTaskqueueReadPartitions': 1,
  'matching.numTaskqueueWritePartitions': 1,
};

/** SIGKILL loses nothing that was committed; the end of the machine may, up to what the log holds. */
const SQLITE_PRAGMAS = {
  journal_mode: 'WAL',
  synchronous: 'NORMAL',
  // 32 MB: most of what a workflow writes are pages that the next one writes again, and are then moved but once.
  wal_autocheckpoint: 8_000,
  // 64 MB; a negative number counts KiB, a positive one pages.
  cache_size: -65_536,
};

export interface TemporalOptions {
  /** Holds the database file, the pid file and, by default, the log. */
  readonly stateDir: string;
  /** Of a running server: nothing is started, only the search attributes are registered. */
  readonly address?: string | undefined;
  /** Taken when free; otherwise any free port. */
  readonly port?: number | undefined;
  readonly uiPort?: number | undefined;
  readonly searchAttributes: SearchAttributes;
  readonly log: (line: string) => void;
  readonly logFile?: string | undefined;
}

export interface Temporal {
  /** `host:port` for clients and workers. */
  readonly address: string;
  /** Null for a server that somebody else started. */
  readonly uiUrl: string | null;
  readonly pid: number | null;
  /** True when a server of an earlier start was still running. */
  readonly adopted: boolean;
  readonly stop: () => Promise<void>;
  /** SIGKILL, for tests of what survives; resolves when the process is gone. */
  readonly kill: () => Promise<void>;
  /** `stop`, then deletes the data. */
  readonly destroy: () => Promise<void>;
}

interface Running {
  readonly pid: number;
  readonly port: number;
  readonly uiPort: number;
}

/**
 * A Temporal server with its UI on 127.0.0.1, whose state survives restarts and SIGKILL in one SQLite file.
 * Throws `BringUpError` when it cannot be had.
 */
export async function startTemporal(options: TemporalOptions): Promise<Temporal> {
  if (options.address !== undefined && options.address !== '') return useServer(options.address, options);

  mkdirSync(options.stateDir, { recursive: true, mode: 0o700 });
  const found = readRunning(options.stateDir);
  const running = found ?? (await launch(options));
  const address = `127.0.0.1:${running.port}`;
  if (found !== null) await waitForNamespace(address, { timeoutMs: READY_TIMEOUT_MS });
  // The server takes them from its flags for a new database alone; one that is there may be of an older version of ours.
  await registerSearchAttributes(address, options.searchAttributes);

  const stop = async () => {
    await stopTemporal(options.stateDir);
  };
  return {
    address,
    uiUrl: `http://127.0.0.1:${running.uiPort}`,
    pid: running.pid,
    adopted: found !== null,
    stop,
    kill: async () => {
      sendSignal(running.pid, 'SIGKILL');
      await waitForExit(running.pid, 5_000);
    },
    destroy: async () => {
      await stop();
      rmSync(options.stateDir, { recursive: true, force: true });
    },
  };
}

/** Stops the server of `stateDir`, whoever started it; false when none was running. */
export async function stopTemporal(stateDir: string): Promise<boolean> {
  const running = readRunning(stateDir);
  if (running === null) return false;
  await endProcess(running.pid, { polite: 'SIGTERM', graceMs: 10_000, firm: 'SIGKILL' });
  rmSync(pidFile(stateDir), { force: true });
  return true;
}

async function useServer(address: string, options: TemporalOptions): Promise<Temporal> {
  try {
    await waitForNamespace(address, { timeoutMs: 5_000 });
    await registerSearchAttributes(address, options.searchAttributes);
  } catch (error) {
    throw new BringUpError(
      `Temporal server: TEMPORAL_ADDRESS is ${address}, but that server cannot be used (${messageOf(error)}); ` +
        'start it and create its namespace "default", or unset TEMPORAL_ADDRESS to have one started.',
    );
  }
  const nothing = () => Promise.resolve();
  return { address, uiUrl: null, pid: null, adopted: true, stop: nothing, kill: nothing, destroy: nothing };
}

async function launch(options: TemporalOptions): Promise<Running> {
  const binary = await findTemporalBinary({ log: options.log });
  const logFile = options.logFile ?? join(options.stateDir, 'temporal.log');
  mkdirSync(dirname(logFile), { recursive: true });
  const port = await freePort(options.port);
  const uiPort = await freePort(options.uiPort);
  const pid = spawnServer(binary, options, { port, uiPort, logFile });

  const running = { pid: pid ?? 0, port, uiPort };
  if (pid !== null) writeFileSync(pidFile(options.stateDir), JSON.stringify(running), { mode: 0o600 });
  const failure = pid === null ? `${binary} cannot be run` : await failureToStart(pid, port);
  if (failure === null) return running;

  if (pid !== null) sendSignal(pid, 'SIGKILL');
  throw new BringUpError(
    `Temporal server: ${binary} did not start on port ${port} (${failure}; its log is ${logFile}); ` +
      `see its last lines, or set TEMPORAL_ADDRESS to a running server.\n${logTail(logFile)}`,
  );
}

function spawnServer(
  binary: string,
  options: TemporalOptions,
  { port, uiPort, logFile }: { port: number; uiPort: number; logFile: string },
): number | null {
  const flags = [
    ...Object.entries(DYNAMIC_CONFIG).flatMap(([key, value]) => [
      '--dynamic-config-value',
      `${key}=${value}`,
    ]),
    ...Object.entries(options.searchAttributes).flatMap(([name, type]) => [
      '--search-attribute',
      `${name}=${type === 'KEYWORD' ? 'Keyword' : 'Datetime'}`,
    ]),
  ];
  const log = openSync(logFile, 'a', 0o600);
  const child = spawn(
    binary,
    [
      ...['server', 'start-dev', '--ip', '127.0.0.1', '--port', String(port), '--ui-port', String(uiPort)],
      ...['--db-filename', databaseFile(options.stateDir)],
      ...Object.entries(SQLITE_PRAGMAS).flatMap(([key, value]) => ['--sqlite-pragma', `${key}=${value}`]),
      ...['--log-level', 'error', ...flags],
    ],
    // Collecting less often saves a sixth of its processor time.
    { env: { ...process.env, GOGC: '800' }, stdio: ['ignore', log, log], detached: true },
  );
  child.on('error', () => undefined);
  child.unref();
  closeSync(log);
  return child.pid ?? null;
}

/** Null once it answers; otherwise why it does not. */
async function failureToStart(pid: number, port: number): Promise<string | null> {
  const decided = new AbortController();
  const ended = (async () => {
    while (isRunning(pid) && !decided.signal.aborted) await sleep(50);
    return 'it ended at once';
  })();
  const waiting = { timeoutMs: READY_TIMEOUT_MS, signal: decided.signal };
  const ready = waitForNamespace(`127.0.0.1:${port}`, waiting).then(() => null, messageOf);
  const outcome = await Promise.race([ended, ready]);
  decided.abort();
  return outcome;
}

function readRunning(stateDir: string): Running | null {
  const file = pidFile(stateDir);
  if (!existsSync(file)) return null;
  const running: Running = JSON.parse(readFileSync(file, 'utf8'));
  return isOurs(running.pid, 'start-dev', databaseFile(stateDir)) ? running : null;
}

const pidFile = (stateDir: string) => join(stateDir, 'temporal.json');
const databaseFile = (stateDir: string) => resolve(stateDir, 'temporal.db');
