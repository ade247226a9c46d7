import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import type { WorkerDeploymentOptions } from '@temporalio/worker';
import type { NamespaceAddress } from './namespace.ts';

/** The name under which Temporal knows the builds of our workers. */
export const DEPLOYMENT_NAME = 'bundlewire';

const RETRY_MS = 500;

/**
 * How a worker of a build registers. Every open workflow continues on the current build: one that is pinned to its build would
 * wait in vain once the last worker of that build has stopped, while its purchase may have been sent.
 */
export function optionsOfBuild(buildId: string): WorkerDeploymentOptions {
  return {
    version: { deploymentName: DEPLOYMENT_NAME, buildId },
    useWorkerVersioning: true,
    defaultVersioningBehavior: 'AUTO_UPGRADE',
  };
}

/**
 * Makes a build the current one: from then on, its workers get all tasks. Without a build, workers that are not versioned do.
 * Retries while Temporal refuses, which it does until the workers of the build poll every queue that the current build serves.
 * @throws Temporal's last answer, once `timeoutMs` have passed.
 */
export async function activateBuild(
  { address, namespace }: NamespaceAddress,
  buildId: string | undefined,
  timeoutMs: number,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  const request = {
    namespace,
    deploymentName: DEPLOYMENT_NAME,
    buildId: buildId ?? '',
    identity: 'activate',
  };
  for (;;) {
    try {
      await withConnection(address, (connection) =>
        connection.workflowService.setWorkerDeploymentCurrentVersion(request),
      );
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(RETRY_MS);
    }
  }
}

async function withConnection(
  address: string,
  use: (connection: Connection) => Promise<unknown>,
): Promise<void> {
  const connection = await Connection.connect({ address, connectTimeout: 2_000 });
  try {
    await use(connection);
  } finally {
    await connection.close();
  }
}
