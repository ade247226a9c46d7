import { spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DEFAULT_NAMESPACE,
  prepareNamespace,
  type SearchAttributes,
} from '../../../worker/temporal/namespace.ts';
import { BringUpError, messageOf } from '../failure.ts';
import { logTail } from '../log-tail.ts';
import { endProcess, isOurs, isRunning, sendSignal, waitForExit } from '../pid.ts';
import { freePort } from './ports.ts';
import { findTemporalBinary, SERVER_LINE } from './temporal-binary.ts';
import { settingFlags } from './temporal-settings.ts';

const READY_TIMEOUT_MS = 60_000;

export interface TemporalOptions {
  /** The folder of the database file, the pid file and, by default, the log. */
  readonly stateDir: string;
  /** The address of a running server. If set, none is started, and only the search attributes are registered. */
  readonly address?: string | undefined;
  /** The namespace on a running server; it must exist. */
  readonly namespace?: string | undefined;
  /** Used if it is free, otherwise any free port. */
  readonly port?: number | undefined;
  readonly uiPort?: number | undefined;
  readonly searchAttributes: SearchAttributes;
  readonly log: (line: string) => void;
  readonly logFile?: string | undefined;
}

export interface Temporal {
  /** `host:port` for clients and workers. */
  readonly address: string;
  readonly namespace: string;
  /** Null for a server that the stack did not start. */
  readonly uiUrl: string | null;
  readonly pid: number | null;
  /** Size of SQLite's write-ahead log in bytes; 0 for a server that the stack did not start. */
  readonly logBytes: () => number;
  /** Ends the server, even if it hangs, and starts it with the same file and ports. @throws BringUpError */
  readonly restart: () => Promise<void>;
  /** True if a server of an earlier start was still running. */
  readonly adopted: boolean;
  readonly stop: () => Promise<void>;
  /** Sends SIGKILL, for fault tests; resolves when the process is gone. */
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
 * Starts a Temporal server with its UI on 127.0.0.1. One SQLite file keeps its state across restarts and SIGKILL.
 * Throws `BringUpError` if it does not start.
 */
export async function startTemporal(options: TemporalOptions): Promise<Temporal> {
  if (options.address !== undefined && options.address !== '') return useServer(options.address, options);

  mkdirSync(options.stateDir, { recursive: true, mode: 0o700 });
  await stopEarlierLine(options);
  const found = readRunning(options.stateDir);
  let running = found ?? (await launch(options));
  const address = `127.0.0.1:${running.port}`;
  if (found !== null) await adopt(found, options);

  const stop = async () => {
    await stopTemporal(options.stateDir);
  };
  return {
    address,
    namespace: DEFAULT_NAMESPACE,
    uiUrl: `http://127.0.0.1:${running.uiPort}`,
    get pid() {
      return running.pid;
    },
    adopted: found !== null,
    logBytes: () => statSync(`${databaseFile(options.stateDir)}-wal`, { throwIfNoEntry: false })?.size ?? 0,
    restart: async () => {
      await stop();
      running = await launch({ ...options, port: running.port, uiPort: running.uiPort });
    },
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

/** Stops a server that an earlier version started: it writes another file than the one that is used now. */
async function stopEarlierLine({ stateDir, log }: TemporalOptions): Promise<void> {
  const earlier = readRunning(stateDir);
  if (earlier === null || isOurs(earlier.pid, databaseFile(stateDir))) return;
  log(
    `A Temporal server of an earlier version is stopped. Server ${SERVER_LINE} has a new database, so workers start the ` +
      'workflows of open purchases again within a minute.',
  );
  await stopTemporal(stateDir);
}

/** Stops the server of `stateDir`, no matter which process started it; false if none was running. */
export async function stopTemporal(stateDir: string): Promise<boolean> {
  const running = readRunning(stateDir);
  if (running === null) return false;
  await endProcess(running.pid, { polite: 'SIGTERM', graceMs: 10_000, firm: 'SIGKILL' });
  rmSync(pidFile(stateDir), { force: true });
  return true;
}

async function useServer(address: string, options: TemporalOptions): Promise<Temporal> {
  const { namespace = DEFAULT_NAMESPACE } = options;
  try {
    await prepareNamespace({ address, namespace }, options.searchAttributes, { timeoutMs: 5_000 });
  } catch (error) {
    throw new BringUpError(
      `Temporal server: TEMPORAL_ADDRESS is ${address}, but that server cannot be used (${messageOf(error)}); ` +
        `start it and create its namespace "${namespace}", or unset TEMPORAL_ADDRESS to have one started.`,
    );
  }
  const nothing = () => Promise.resolve();
  return {
    address,
    namespace,
    uiUrl: null,
    pid: null,
    adopted: true,
    logBytes: () => 0,
    restart: nothing,
    stop: nothing,
    kill: nothing,
    destroy: nothing,
  };
}

async function adopt({ pid, port }: Running, { searchAttributes }: TemporalOptions): Promise<void> {
  try {
    const server = { address: `127.0.0.1:${port}`, namespace: DEFAULT_NAMESPACE };
    await prepareNamespace(server, searchAttributes, { timeoutMs: READY_TIMEOUT_MS });
  } catch (error) {
    throw new BringUpError(
      `Temporal server: the one that runs already (process ${pid}, port ${port}) cannot be used (${messageOf(error)}); ` +
        'end that process, and one is started.',
    );
  }
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
  const failure = pid === null ? `${binary} cannot be run` : await failureToStart(pid, port, options);
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
  const log = openSync(logFile, 'a', 0o600);
  const child = spawn(
    binary,
    [
      ...['server', 'start-dev', '--ip', '127.0.0.1', '--port', String(port), '--ui-port', String(uiPort)],
      ...['--db-filename', databaseFile(options.stateDir), '--log-level', 'error'],
      ...settingFlags(options.searchAttributes),
    ],
    // Less garbage collection saves a sixth of its processor time.
    { env: { ...process.env, GOGC: '800' }, stdio: ['ignore', log, log], detached: true },
  );
  child.on('error', () => undefined);
  child.unref();
  closeSync(log);
  return child.pid ?? null;
}

/** Null once it answers, otherwise the reason why it does not. */
async function failureToStart(
  pid: number,
  port: number,
  { searchAttributes }: TemporalOptions,
): Promise<string | null> {
  const decided = new AbortController();
  const ended = (async () => {
    while (isRunning(pid) && !decided.signal.aborted) await sleep(50);
    return 'it ended during its start';
  })();
  const waiting = { timeoutMs: READY_TIMEOUT_MS, signal: decided.signal };
  // The server reads them from its flags only for a new database; an existing one may be from an older version.
  const server = { address: `127.0.0.1:${port}`, namespace: DEFAULT_NAMESPACE };
  const ready = prepareNamespace(server, searchAttributes, waiting).then(() => null, messageOf);
  const outcome = await Promise.race([ended, ready]);
  decided.abort();
  return outcome;
}

function readRunning(stateDir: string): Running | null {
  const file = pidFile(stateDir);
  if (!existsSync(file)) return null;
  const running: Running = JSON.parse(readFileSync(file, 'utf8'));
  return isOurs(running.pid, 'start-dev', resolve(stateDir, 'temporal')) ? running : null;
}

const pidFile = (stateDir: string) => join(stateDir, 'temporal.json');
/** A server cannot use the file of another line. With a new file, workers start the workflows of open purchases again. */
const databaseFile = (stateDir: string) => resolve(stateDir, `temporal-${SERVER_LINE}.db`);
