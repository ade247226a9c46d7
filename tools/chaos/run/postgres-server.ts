import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sendSignal, waitForExit } from '../../stack/pid.ts';
import { destroyPostgres, startPostgres } from '../../stack/servers/postgres.ts';
import { findPostgresBinaries } from '../../stack/servers/postgres-binaries.ts';
import { readPostmaster } from '../../stack/servers/postgres-cluster.ts';
import { stackPaths } from '../../stack/state.ts';
import type { TcpProxy } from './proxy.ts';
import type { Server } from './servers.ts';
import { asSuperuser, copyAsStandby, followSynchronously } from './standby.ts';

/** The PostgreSQL server of a stack. `take` is SIGKILL, so unflushed data is lost. */
export interface PostgresServer extends Server {
  /** Where its data is. */
  readonly folder: string;
  /** `take`, and deletes its data. */
  destroy(): Promise<void>;
  /** Stops all its processes until `resume`: nothing answers, and no connection ends. */
  pause(): void;
  resume(): void;
  /** Makes each commit wait for this long before it is on disk; 0 ends it. */
  delayCommits(ms: number): Promise<void>;
  /** Starts a synchronous standby, destroys the server, and promotes the standby. */
  failOver(): Promise<void>;
  /** Stops the server and deletes the data, wherever it is now. */
  clear(): Promise<void>;
}

const EXIT_MS = 10_000;
const MICROSECONDS = 1_000;

/** `settings` are those of each start. */
export function postgresServer(
  stateDir: string,
  proxy: TcpProxy,
  settings: Readonly<Record<string, string>> = {},
): PostgresServer {
  const { postgres, logs } = stackPaths(stateDir);
  const places = { first: postgres, second: `${postgres}-standby` };
  let dataDir = places.first;
  const logFile = join(logs, 'postgres.log');
  const start = (in_: string) => startPostgres({ dataDir: in_, log: () => undefined, logFile, settings });

  const take = async () => {
    const { pid } = postmasterOf(dataDir);
    sendSignal(pid, 'SIGKILL');
    await waitForExit(pid, EXIT_MS);
  };
  const destroy = async () => {
    const folder = folderOf(dataDir);
    await take();
    // Processes of the server that have not noticed its end may still create files.
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  return {
    get folder() {
      return folderOf(dataDir);
    },
    take,
    destroy,
    bring: async () => proxy.target((await start(dataDir)).port),
    pause: () => signalAll(dataDir, 'SIGSTOP'),
    resume: () => signalAll(dataDir, 'SIGCONT'),
    delayCommits: async (ms) => {
      const { port } = postmasterOf(dataDir);
      await asSuperuser(dataDir, port, async (client) => {
        await client.query(`ALTER SYSTEM SET commit_delay = ${ms * MICROSECONDS}`);
        await client.query('ALTER SYSTEM SET commit_siblings = 0');
        await client.query('SELECT pg_reload_conf()');
      });
    },
    failOver: async () => {
      const { port } = postmasterOf(dataDir);
      const standby = dataDir === places.first ? places.second : places.first;
      await destroyPostgres(standby);
      await asSuperuser(dataDir, port, (client) =>
        copyAsStandby(client, { dataDir, folder: folderOf(dataDir), port }, standby),
      );
      const started = await start(standby);
      await asSuperuser(dataDir, port, followSynchronously);
      await destroy();
      await asSuperuser(standby, started.port, (client) => client.query('SELECT pg_promote()'));
      dataDir = standby;
      proxy.target(started.port);
    },
    clear: async () => {
      await Promise.all(Object.values(places).map(destroyPostgres));
    },
  };
}

function folderOf(dataDir: string): string {
  return join(findPostgresBinaries().clusterDir(dataDir), 'data');
}

function postmasterOf(dataDir: string): { readonly pid: number; readonly port: number } {
  const running = readPostmaster(folderOf(dataDir));
  if (running === null) throw new Error('PostgreSQL is not running.');
  return running;
}

/** The postmaster comes first: a process that it starts meanwhile would not be stopped. */
function signalAll(dataDir: string, signal: 'SIGSTOP' | 'SIGCONT'): void {
  const running = readPostmaster(folderOf(dataDir));
  if (running === null) return;
  sendSignal(running.pid, signal);
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  for (const line of table.trim().split('\n')) {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    if (parent === running.pid && pid !== undefined) sendSignal(pid, signal);
  }
}
