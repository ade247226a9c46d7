import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import proto from '@temporalio/proto';

/** The namespace of a server that we start, and the default for other servers. */
export const DEFAULT_NAMESPACE = 'default';

/** How long a namespace that is created here keeps closed workflows: longer than any retry (docs/production.md). */
const RETENTION_SECONDS = 7 * 86_400;
const NOT_FOUND = 5;
const ALREADY_EXISTS = 6;

/** Search attributes by name, as `workflows/names.ts` lists them. */
export type SearchAttributes = Readonly<Record<string, 'KEYWORD' | 'DATETIME'>>;

/** Values of the enum temporal.api.enums.v1.IndexedValueType. */
const INDEXED_VALUE_TYPES = { KEYWORD: 2, DATETIME: 6 } as const;

export interface PrepareOptions {
  readonly timeoutMs: number;
  /** Ends the waiting early. */
  readonly signal?: AbortSignal;
  /** Whether to create the namespace; by default it must exist. */
  readonly create?: boolean;
}

/** A namespace of a Temporal server. */
export interface NamespaceAddress {
  /** `host:port` of the server's frontend. */
  readonly address: string;
  readonly namespace: string;
}

/**
 * Waits until the server answers and the namespace exists, and registers the search attributes that it lacks. With
 * `create`, a namespace that does not exist is registered first.
 * @throws the last error once `timeoutMs` have passed.
 */
export async function prepareNamespace(
  { address, namespace }: NamespaceAddress,
  wanted: SearchAttributes,
  { timeoutMs, signal, create = false }: PrepareOptions,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      // A gRPC channel that was refused once waits a second before it retries; a socket does not.
      await reach(address);
      await withConnection(address, async (connection) => {
        if (create) await createNamespace(connection, namespace);
        await connection.workflowService.describeNamespace({ namespace });
        await registerMissing(connection, namespace, wanted);
      });
      return;
    } catch (error) {
      if (Date.now() > deadline || signal?.aborted) throw error;
      await sleep(25);
    }
  }
}

/** Whether the server answers a request for which it must read its store, within `limitMs`. */
export async function answers(
  { address, namespace }: { readonly address: string; readonly namespace: string },
  limitMs: number,
): Promise<boolean> {
  try {
    await withConnection(
      address,
      (connection) =>
        connection.withDeadline(Date.now() + limitMs, async () => {
          await connection.workflowService.describeNamespace({ namespace });
        }),
      limitMs,
    );
    return true;
  } catch {
    return false;
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

async function createNamespace({ workflowService }: Connection, namespace: string): Promise<void> {
  try {
    await workflowService.describeNamespace({ namespace });
    return;
  } catch (error) {
    if (!isGrpcError(error, NOT_FOUND)) throw error;
  }
  const retention = proto.google.protobuf.Duration.fromObject({ seconds: RETENTION_SECONDS });
  await workflowService
    .registerNamespace({ namespace, workflowExecutionRetentionPeriod: retention })
    .catch((error: unknown) => {
      // Another migration created it in the meantime.
      if (!isGrpcError(error, ALREADY_EXISTS)) throw error;
    });
}

function isGrpcError(error: unknown, code: number): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

async function registerMissing(
  connection: Connection,
  namespace: string,
  wanted: SearchAttributes,
): Promise<void> {
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  const missing = Object.entries(wanted).filter(([name]) => !(name in (customAttributes ?? {})));
  if (missing.length > 0) await addSearchAttributes(connection, namespace, Object.fromEntries(missing));
}

/** Registers the search attributes that the namespace lacks. */
export async function addSearchAttributes(
  connection: Connection,
  namespace: string,
  wanted: SearchAttributes,
): Promise<void> {
  const types = Object.entries(wanted).map(([name, type]) => [name, INDEXED_VALUE_TYPES[type]]);
  await connection.operatorService.addSearchAttributes({
    namespace,
    searchAttributes: Object.fromEntries(types),
  });
}

async function withConnection(
  address: string,
  use: (connection: Connection) => Promise<void>,
  connectTimeout = 2_000,
): Promise<void> {
  const connection = await Connection.connect({ address, connectTimeout });
  try {
    await use(connection);
  } finally {
    await connection.close();
  }
}
