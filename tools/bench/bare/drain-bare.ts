import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { startProcess } from '../../stack/process.ts';
import { freePort } from '../../stack/servers/ports.ts';
import { WORKER_NODE_ARGS } from '../../stack/stack-processes.ts';

const STARTS_AT_ONCE = 64;
const POLL_MS = 50;
const WITHIN_MS = 180_000;

/** The yardstick of draining, on a separate queue of the Temporal server that the product uses. */
export interface BareWorkflows {
  readonly workerPid: number;
  /** Starts this many workflows plainly; resolves when the last is closed, with how many were closed per second. */
  drain(count: number): Promise<number>;
  /** How many workflows of a type that have started since then the server lists as ended, which it does some time after they are. */
  listed(workflowType: string, since: Date): Promise<number>;
  stop(): Promise<void>;
}

/** How the worker and the client of the bare workflow are written: with our options, or with none. */
export type BareKind = 'tuned' | 'plain';

/** Starts the worker of the bare workflow; it stays idle between rounds, as the product's does while this one works. */
export async function startBareWorkflows(
  kind: BareKind,
  temporalAddress: string,
  logFile: string,
): Promise<BareWorkflows> {
  const taskQueue = `bench-bare-${randomBytes(4).toString('hex')}`;
  const metricsPort = await freePort();
  const worker = await startProcess({
    name: `${kind} worker`,
    script: `tools/bench/bare/${kind}-worker.ts`,
    nodeArgs: kind === 'tuned' ? WORKER_NODE_ARGS : [],
    logFile,
    env: { TEMPORAL_ADDRESS: temporalAddress, TASK_QUEUE: taskQueue, METRICS_PORT: String(metricsPort) },
  });
  // The product's relay has the native client, which costs less than the one that is all JavaScript.
  const connection = await (kind === 'tuned' ? NativeConnection : Connection).connect({
    address: temporalAddress,
  });
  const client = new Client({ connection });

  const listed = async (workflowType: string, since: Date) => {
    const ended = `ExecutionStatus != 'Running' AND StartTime >= '${since.toISOString()}'`;
    return (await client.workflow.count(`${ended} AND WorkflowType = '${workflowType}'`)).count;
  };
  const start = () =>
    client.workflow.start('bare', { taskQueue, workflowId: `bare-${randomBytes(12).toString('hex')}` });

  return {
    workerPid: worker.pid,
    listed,
    async drain(count) {
      const before = await completed(metricsPort);
      const began = performance.now();
      let left = count;
      const starter = async () => {
        while (left-- > 0) await start();
      };
      await Promise.all(Array.from({ length: STARTS_AT_ONCE }, starter));
      await until(async () => (await completed(metricsPort)) >= before + count, POLL_MS);
      return count / ((performance.now() - began) / 1_000);
    },
    async stop() {
      await worker.stop();
      await connection.close();
    },
  };
}

/** How many workflows the worker has closed. Read from the worker, because asking the server costs more than a workflow. */
async function completed(metricsPort: number): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  return Number(/^temporal_workflow_completed_total\{.*\} (\d+)$/m.exec(await response.text())?.[1] ?? 0);
}

/** Waits until it is true. @throws Error when it is not after three minutes. */
export async function until(isSo: () => Promise<boolean> | boolean, everyMs: number): Promise<void> {
  const deadline = performance.now() + WITHIN_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`it was not done after ${WITHIN_MS / 1_000} seconds`);
    await sleep(everyMs);
  }
}
