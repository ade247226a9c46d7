import pg from 'pg';
import type { Logger } from 'pino';

const RECONNECT_MS = 1_000;

/** Listens for outbox notifications and always reconnects. The loops' sweeps find rows whose notification was missed. */
export function listenForOutbox(
  databaseUrl: string,
  onQueue: (queue: string) => void,
  log: Logger,
): { stop(): Promise<void> } {
  const stopping = new AbortController();

  // One connection after another: a client that cannot connect both rejects and ends, and must be replaced only once.
  const running = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await listenUntilEnd(databaseUrl, onQueue, stopping.signal);
      } catch (error) {
        log.warn({ err: error }, 'listening for the outbox failed; will reconnect');
      }
      await pause(stopping.signal);
    }
  })();

  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Resolves when the connection has ended for any reason; rejects if it was never made. */
async function listenUntilEnd(
  databaseUrl: string,
  onQueue: (queue: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'bundlewire-relay-listen',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  });
  const end = () => void client.end().catch(() => {});
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  client.on('notification', ({ payload }) => onQueue(payload ?? ''));
  client.on('error', () => {});
  signal.addEventListener('abort', end);
  try {
    // If it is ended while it connects, pg never settles `connect`.
    await Promise.race([client.connect(), ended.then(failToConnect)]);
    await client.query('LISTEN outbox');
    await ended;
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}

function failToConnect(): never {
  throw new Error('the connection ended before it was made');
}

/** A pause that the signal ends early. */
function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, RECONNECT_MS);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
