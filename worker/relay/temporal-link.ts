import { Client, type WorkflowClientInterceptor } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import type { Logger } from 'pino';

const RETRY_MS = 1_000;
const CALL_TIMEOUT_MS = 10_000;

/** The worker process's connection to Temporal, which may be down when the process starts and at any later time. */
export interface TemporalLink {
  /** Whether the relay may start workflows: the process is connected, and its own workers run. */
  readonly isOpen: () => boolean;
  /** Opens the link for the relay. Before that, purchases wait in PostgreSQL, which keeps their pace and their deadlines. */
  open(): void;
  /** Resolves with the first connection; null if connecting was stopped before. */
  readonly connected: Promise<NativeConnection | null>;
  /** Resolves when the first attempt to connect has failed. */
  readonly unreachable: Promise<void>;
  /**
   * Runs a call with its time limit.
   * @throws when there is no connection, or as the call does.
   */
  readonly call: <T>(work: (client: Client) => Promise<T>) => Promise<T>;
  /** Stops connecting. */
  stopConnecting(): Promise<void>;
  /** Closes the connection. Call it after the workers that use it have stopped. */
  close(): Promise<void>;
}

/**
 * Connects in the background and retries until it succeeds; after that the connection recovers by itself.
 * @param interceptors around the client's calls; none without tracing.
 */
export function connectTemporal(
  address: string,
  namespace: string,
  log: Logger,
  interceptors: readonly WorkflowClientInterceptor[] = [],
): TemporalLink {
  const stopping = new AbortController();
  const unreachable = Promise.withResolvers<void>();
  let client: Client | null = null;
  let isOpen = false;

  const connected = (async () => {
    while (!stopping.signal.aborted) {
      try {
        const connection = await NativeConnection.connect({ address });
        client = new Client({ connection, namespace, interceptors: { workflow: [...interceptors] } });
        log.info({ address }, 'connected to Temporal');
        return connection;
      } catch (error) {
        log.warn({ err: error, address }, 'Temporal unreachable; purchases wait in PostgreSQL');
        unreachable.resolve();
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
    return null;
  })();

  return {
    connected,
    unreachable: unreachable.promise,
    isOpen: () => isOpen,
    open: () => {
      isOpen = true;
    },
    async call(work) {
      const current = client;
      if (current === null) throw new Error('no connection to Temporal');
      return current.withDeadline(Date.now() + CALL_TIMEOUT_MS, () => work(current));
    },
    async stopConnecting() {
      stopping.abort();
      await connected;
    },
    async close() {
      isOpen = false;
      client = null;
      await (await connected)?.close();
    },
  };
}
