import { join } from 'node:path';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { CACHED_WORKFLOWS_MAX, WORKFLOW_TASKS } from '../../../worker/temporal/workers.ts';
import { bundleOptions } from '../../../worker/temporal/workflow-bundle.ts';
import { metricsOptions } from './metrics.ts';

/** A worker process of the bare workflow alone, bundled as ours is, with the slots and pollers of one of our queues and the whole cache of a process. */
Runtime.install(metricsOptions());
const connection = await NativeConnection.connect({ address: process.env.TEMPORAL_ADDRESS ?? '' });
const workflowBundle = await bundleWorkflowCode({
  ...bundleOptions(join(import.meta.dirname, 'workflow.ts')),
  logger: new DefaultLogger('WARN'),
});
const worker = await Worker.create({
  connection,
  taskQueue: process.env.TASK_QUEUE ?? '',
  workflowBundle,
  activities: { nothing: () => Promise.resolve() },
  ...WORKFLOW_TASKS,
  maxCachedWorkflows: CACHED_WORKFLOWS_MAX,
  maxConcurrentActivityTaskExecutions: 100,
  activityTaskPollerBehavior: { type: 'autoscaling', initial: 2, maximum: 16 },
});
process.stdout.write(`${JSON.stringify({ msg: 'ready' })}\n`);
await worker.run();
await connection.close();
