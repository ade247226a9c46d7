import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '@temporalio/client';

export const NAMESPACE = 'default';

/** Search attributes by name, as `workflows/names.ts` lists them. */
export type SearchAttributes = Readonly<Record<string, 'KEYWORD' | 'DATETIME'>>;

/** Values of the enum temporal.api.enums.v1.IndexedValueType. */
const INDEXED_VALUE_TYPES = { KEYWORD: 2, DATETIME: 6 } as const;

export interface WaitOptions {
  readonly timeoutMs: number;
  /** Ends the waiting early. */
  readonly signal?: AbortSignal;
}

/**
 * Waits until the server answers and its namespace exists, and registers what it lacks of the search attributes; throws its
 * last error when the time is over.
 */
export async function prepareNamespace(
  address: string,
  wanted: SearchAttributes,
  { timeoutMs, signal }: WaitOptions,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      // A gRPC channel that was refused once waits a second before it tries again; a socket does not.
      await reach(address);
      await withConnection(address, async (connection) => {
        await connection.workflowService.describeNamespace({ namespace: NAMESPACE });
        await registerMissing(connection, wanted);
      });
      return;
    } catch (error) {
      if (Date.now() > deadline || signal?.aborted) throw error;
      await sleep(25);
    }
  }
}

function reach(address: string): Promise<void> {
  const { hostname, port } = new URL(`tcp://${address}`);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), timeout: 2_000 });
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
    socket.once('timeout', () => socket.destroy(new Error(`no answer from ${address}`)));
    socket.once('error', reject);
  });
}

async function registerMissing(connection: Connection, wanted: SearchAttributes): Promise<void> {
  const { customAttributes } = await connection.operatorService.listSearchAttributes({
    namespace: NAMESPACE,
  });
  const missing = Object.entries(wanted).filter(([name]) => !(name in (customAttributes ?? {})));
  if (missing.length > 0) await addSearchAttributes(connection, Object.fromEntries(missing));
}

/** Registers them on a server that has none of them yet. */
export async function addSearchAttributes(connection: Connection, wanted: SearchAttributes): Promise<void> {
  const types = Object.entries(wanted).map(([name, type]) => [name, INDEXED_VALUE_TYPES[type]]);
  await connection.operatorService.addSearchAttributes({
    namespace: NAMESPACE,
    searchAttributes: Object.fromEntries(types),
  });
}

async function withConnection(
  address: string,
  use: (connection: Connection) => Promise<void>,
): Promise<void> {
  const connection = await Connection.connect({ address, connectTimeout: '2s' });
  try {
    await use(connection);
  } finally {
    await connection.close();
  }
}
