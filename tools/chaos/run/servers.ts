import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { SEARCH_ATTRIBUTES } from '../../../workflows/names.ts';
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
