import { NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { metricsOptions } from './metrics.ts';

/** A worker process of the bare workflow, written as Temporal's own examples are: every option has its default. */
Runtime.install(metricsOptions());
const connection = await NativeConnection.connect({ address: process.env.TEMPORAL_ADDRESS ?? '' });
const worker = await Worker.create({
  connection,
  taskQueue: process.env.TASK_QUEUE ?? '',
  workflowsPath: new URL('workflow.ts', import.meta.url).pathname,
  activities: { nothing: () => Promise.resolve() },
});
process.stdout.write(`${JSON.stringify({ msg: 'ready' })}\n`);
await worker.run();
await connection.close();
