import { Client, type WorkflowClientInterceptor } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import type { Logger } from 'pino';

const RETRY_MS = 1_000;
const CALL_TIMEOUT_MS = 10_000;

/** The worker process's way to Temporal, which may be down when it starts and at any time after. */
export interface TemporalLink {
  /** Whether the relay may start workflows: connected, and this process's own workers are there to run them. */
  readonly isOpen: () => boolean;
  /** Opens the link to the relay. Before that, purchases wait in PostgreSQL, where they are paced and failed on time. */
  open(): void;
  /** Resolves with the first connection, null when given up before. */
  readonly connected: Promise<NativeConnection | null>;
  /** Resolves when a first try to connect has failed. */
  readonly unreachable: Promise<void>;
  /**
   * Runs a call with its time limit.
   * @throws when there is no connection, or as the call does.
   */
  readonly call: <T>(work: (client: Client) => Promise<T>) => Promise<T>;
  /** Gives up connecting. */
  stopConnecting(): Promise<void>;
  /** Closes the connection; after the workers that use it have stopped. */
  close(): Promise<void>;
}

/**
 * Connects in the background, again and again until it succeeds; the connection then mends itself.
 * @param interceptors around the calls of the client; none where nothing is to be traced.
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
        log.warn({ err: error, address }, 'Temporal cannot be reached; purchases wait in PostgreSQL');
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
