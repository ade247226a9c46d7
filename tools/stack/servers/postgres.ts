import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { BringUpError } from '../failure.ts';
import { logTail } from '../log-tail.ts';
import { endProcess, isRunning, waitForExit } from '../pid.ts';
import { freePort } from './ports.ts';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import {
  type Cluster,
  ensureCluster,
  type Postmaster,
  readPostmaster,
  removeCluster,
  SUPERUSER,
} from './postgres-cluster.ts';

const DATABASE = 'bundlewire';
const READY_TIMEOUT_MS = 60_000;
const POLL_MS = 25;
const START_TRIES = 5;
const START_PAUSE_MS = 1_000;

/** Durable as in production; sized for two cores. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  fsync: 'on',
  synchronous_commit: 'on',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
};

export interface PostgresOptions {
  /** The state folder of this cluster. For root the data is in another place, which is found through it. */
  readonly dataDir: string;
  /** Used if it is free, otherwise any free port. */
  readonly port?: number | undefined;
  readonly log: (line: string) => void;
  /** The server's log; `<dataDir>/postgres.log` by default. */
  readonly logFile?: string | undefined;
  /** More settings. They apply to a server that is started now, not to one that is already running. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
}

export interface Postgres {
  /** With the password. Names the database `bundlewire`, which exists and may be empty. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** True if a server of an earlier start was still running. */
  readonly adopted: boolean;
  /** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
  readonly stop: () => Promise<void>;
  /** `stop`, then deletes the data. */
  readonly destroy: () => Promise<void>;
}

/**
 * Starts PostgreSQL 18 from npm packages on 127.0.0.1. It has its own process group, so that Ctrl-C in a terminal does
 * not end it before our processes have drained. Throws `BringUpError` if it does not start.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const binaries = findPostgresBinaries();
  const cluster = await ensureCluster(binaries, options.dataDir);
  const adopted = await adopt(cluster);
  const running = adopted ?? (await launch(binaries, cluster, options));
  const url = await ensureDatabase(cluster, running.port);

  const stop = async () => {
    await stopPostmaster(cluster.folder);
  };
  return {
    url,
    port: running.port,
    pid: running.pid,
    adopted: adopted !== null,
    stop,
    destroy: async () => {
      await removeCluster(cluster.folder);
      rmSync(options.dataDir, { recursive: true, force: true });
    },
  };
}

/** Stops the server of `dataDir`, no matter which process started it; false if none was running. */
export async function stopPostgres(dataDir: string): Promise<boolean> {
  return stopPostmaster(join(findPostgresBinaries().clusterDir(dataDir), 'data'));
}

/** Stops the server of `dataDir` and deletes its data. */
export async function destroyPostgres(dataDir: string): Promise<void> {
  await removeCluster(join(findPostgresBinaries().clusterDir(dataDir), 'data'));
  rmSync(dataDir, { recursive: true, force: true });
}

async function adopt(cluster: Cluster): Promise<Postmaster | null> {
  const running = readPostmaster(cluster.folder);
  if (running === null) return null;
  if (running.status === 'stopping') {
    await waitForExit(running.pid, READY_TIMEOUT_MS);
    return null;
  }
  return waitUntilReady(cluster.folder, running.pid);
}

async function launch(
  binaries: PostgresBinaries,
  cluster: Cluster,
  options: PostgresOptions,
): Promise<Postmaster> {
  const logFile = options.logFile ?? join(options.dataDir, 'postgres.log');
  mkdirSync(dirname(logFile), { recursive: true });
  removeMisleadingPidFile(cluster.folder);
  const failures: string[] = [];
  // A server that was just killed may hold its shared memory, and another program may take a free port before us.
  for (let attempt = 1; attempt <= START_TRIES; attempt++) {
    const port = await freePort(attempt === 1 ? options.port : undefined);
    const pid = spawnPostgres(binaries, cluster.folder, { ...options.settings, port: String(port) }, logFile);
    const ready = pid === null ? null : await waitUntilReady(cluster.folder, pid);
    if (ready !== null) return ready;
    failures.push(`port ${port}`);
    await sleep(START_PAUSE_MS);
  }
  throw new BringUpError(
    `PostgreSQL: the server from the npm package did not start (tried ${failures.join(', ')}; its log is ${logFile}); ` +
      `see its last lines, or set DATABASE_URL to a PostgreSQL 18 server.\n${logTail(logFile)}`,
  );
}

function spawnPostgres(
  binaries: PostgresBinaries,
  folder: string,
  more: Readonly<Record<string, string>>,
  logFile: string,
): number | null {
  const settings = Object.entries({ ...SETTINGS, ...more });
  const log = openSync(logFile, 'a', 0o600);
  const child = spawn(
    join(binaries.binDir, 'postgres'),
    ['-D', folder, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      cwd: '/',
      env: { LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', log, log],
      detached: true,
      ...binaries.runAs,
    },
  );
  // The start is detected by postmaster.pid; an error here shows as a missing pid.
  child.on('error', () => undefined);
  child.unref();
  closeSync(log);
  return child.pid ?? null;
}

/** Null if the server ends, or is not ready in time. */
async function waitUntilReady(folder: string, pid: number): Promise<Postmaster | null> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (isRunning(pid) && Date.now() < deadline) {
    const found = readPostmaster(folder);
    if (found?.pid === pid && found.status === 'ready') return found;
    await sleep(POLL_MS);
  }
  return null;
}

/** After a reboot, the pid in the file may belong to another process, and PostgreSQL would not start. */
function removeMisleadingPidFile(folder: string): void {
  const file = join(folder, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (pid > 0 && isRunning(pid)) rmSync(file);
}

async function stopPostmaster(folder: string): Promise<boolean> {
  const running = readPostmaster(folder);
  if (running === null) return false;
  await endProcess(running.pid, { polite: 'SIGINT', graceMs: 20_000, firm: 'SIGQUIT' });
  return true;
}

async function ensureDatabase(cluster: Cluster, port: number): Promise<string> {
  const urlOf = (database: string) =>
    `postgresql://${SUPERUSER}:${cluster.password}@127.0.0.1:${port}/${database}`;
  const client = new Client({ connectionString: urlOf('postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
  return urlOf(DATABASE);
}
