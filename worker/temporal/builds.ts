import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import proto from '@temporalio/proto';
import type { WorkerDeploymentOptions } from '@temporalio/worker';
import type { NamespaceAddress } from './namespace.ts';

/** The name under which Temporal knows the builds of our workers. */
const DEPLOYMENT_NAME = 'bundlewire';

const RETRY_MS = 500;
const IN_PROGRESS =
  proto.temporal.api.enums.v1.RoutingConfigUpdateState.ROUTING_CONFIG_UPDATE_STATE_IN_PROGRESS;

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
 * Returns when all queues of Temporal know the build.
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
  };
  for (;;) {
    try {
      if (await withConnection(address, (connection) => makeCurrent(connection, request))) return;
      if (Date.now() > deadline) throw new Error('Temporal has not applied the change to all its queues');
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await sleep(RETRY_MS);
  }
}

/** Returns whether all queues know the current build. Later servers apply a change after they answer; repeating it is harmless. */
async function makeCurrent(
  { workflowService }: Connection,
  request: { readonly namespace: string; readonly deploymentName: string; readonly buildId: string },
): Promise<boolean> {
  await workflowService.setWorkerDeploymentCurrentVersion({ ...request, identity: 'activate' });
  const { workerDeploymentInfo } = await workflowService.describeWorkerDeployment(request);
  return workerDeploymentInfo?.routingConfigUpdateState !== IN_PROGRESS;
}

async function withConnection<T>(address: string, use: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await Connection.connect({ address, connectTimeout: 2_000 });
  try {
    return await use(connection);
  } finally {
    await connection.close();
  }
}
