import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { SEARCH_ATTRIBUTES } from '../../../workflows/names.ts';
import { sendSignal, waitForExit } from '../../stack/pid.ts';
import { startPostgres } from '../../stack/servers/postgres.ts';
import { findPostgresBinaries } from '../../stack/servers/postgres-binaries.ts';
import { readPostmaster } from '../../stack/servers/postgres-cluster.ts';
import { startTemporal, stopTemporal } from '../../stack/servers/temporal.ts';
import { stackPaths } from '../../stack/state.ts';
import type { TcpProxy } from './proxy.ts';

/** A server of the stack that can be stopped and started again, with its old data or empty. */
export interface Server {
  /** Stops it; resolves when it has ended. */
  take(): Promise<void>;
  /** Starts it; resolves when it answers. */
  bring(): Promise<void>;
}

/** The Temporal server of a stack. */
export function temporalServer(stateDir: string, proxy: TcpProxy): Server & { bringEmpty(): Promise<void> } {
  const { temporal, logs } = stackPaths(stateDir);
  const bring = async () => {
    const { address } = await startTemporal({
      stateDir: temporal,
      searchAttributes: SEARCH_ATTRIBUTES,
      log: () => undefined,
      logFile: join(logs, 'temporal.log'),
    });
    proxy.target(Number(address.split(':')[1]));
  };
  return {
    take: async () => {
      await stopTemporal(temporal);
      proxy.reset();
    },
    bring,
    bringEmpty: async () => {
      rmSync(temporal, { recursive: true, force: true });
      await bring();
    },
  };
}

/**
 * The PostgreSQL server of a stack. `take` is SIGKILL, so unflushed data is lost. `destroy` also deletes its data. `settings` are
 * those of its first start.
 */
export function postgresServer(
  stateDir: string,
  proxy: TcpProxy,
  settings: Readonly<Record<string, string>> = {},
): Server & { readonly folder: string; destroy(): Promise<void> } {
  const { postgres, logs } = stackPaths(stateDir);
  const folder = join(findPostgresBinaries().clusterDir(postgres), 'data');
  const take = async () => {
    const running = readPostmaster(folder);
    if (running === null) throw new Error('PostgreSQL is not running.');
    sendSignal(running.pid, 'SIGKILL');
    await waitForExit(running.pid, 10_000);
  };
  return {
    folder,
    take,
    destroy: async () => {
      await take();
      // Processes of the server that have not noticed its end may still create files.
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
    bring: async () => {
      const logFile = join(logs, 'postgres.log');
      const { port } = await startPostgres({ dataDir: postgres, log: () => undefined, logFile, settings });
      proxy.target(port);
    },
  };
}
