import { type NativeConnection, Worker, type WorkflowBundle } from '@temporalio/worker';
import type { Logger } from 'pino';
import type { TemporalTracing } from '../tracing/tracing.ts';

/** One Temporal worker to run: a queue with its own slots and its own activities. */
export interface WorkerPlan {
  readonly taskQueue: string;
  readonly activities: object;
  /** Cap over all workers of the queue, enforced by the server. */
  readonly activitiesPerSecond?: number;
  /** At once in this process; 100 unless said otherwise. */
  readonly activitiesMax?: number;
}

export interface WorkerGroup {
  /** Resolves when every worker has run once. */
  readonly running: Promise<void>;
  /** Lets running tasks end, then stops. */
  stop(): Promise<void>;
}

/** What all Temporal workers of the process share. */
export interface WorkerSetting {
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly workflowBundle: WorkflowBundle;
  /** What records the ways of purchases, where they are traced. */
  readonly tracing?: Pick<TemporalTracing, 'worker' | 'sinks'>;
  readonly log: Logger;
}

const RESTART_MS = 2_000;

/**
 * Runs one Temporal worker a plan over one connection: a silent carrier fills its own slots and nobody else's. A worker
 * that ends by itself is made again; the relay and its deadline guard go on meanwhile.
 */
export function keepWorkersRunning(setting: WorkerSetting, plans: readonly WorkerPlan[]): WorkerGroup {
  const running = new Set<Worker>();
  const allRunning = Promise.withResolvers<void>();
  let stopping = false;

  const keep = async (plan: WorkerPlan) => {
    while (!stopping) {
      try {
        const worker = await createWorker(setting, plan);
        running.add(worker);
        if (running.size === plans.length) allRunning.resolve();
        if (stopping) return;
        await worker.run().finally(() => running.delete(worker));
      } catch (error) {
        setting.log.error({ err: error, queue: plan.taskQueue }, 'a Temporal worker ended; it is made again');
        await new Promise((resolve) => setTimeout(resolve, RESTART_MS));
      }
    }
  };
  const kept = plans.map(keep);

  return {
    running: allRunning.promise,
    async stop() {
      stopping = true;
      for (const worker of running) if (worker.getState() === 'RUNNING') worker.shutdown();
      await Promise.all(kept);
    },
  };
}

function createWorker(setting: WorkerSetting, plan: WorkerPlan): Promise<Worker> {
  const { activitiesPerSecond } = plan;
  const { tracing } = setting;
  return Worker.create({
    connection: setting.connection,
    namespace: setting.namespace,
    taskQueue: plan.taskQueue,
    workflowBundle: setting.workflowBundle,
    activities: plan.activities,
    maxConcurrentWorkflowTaskExecutions: 100,
    maxConcurrentLocalActivityExecutions: 200,
    maxConcurrentActivityTaskExecutions: plan.activitiesMax ?? 100,
    maxCachedWorkflows: 2_000,
    workflowTaskPollerBehavior: { type: 'autoscaling', initial: 2, maximum: 16 },
    activityTaskPollerBehavior: { type: 'autoscaling', initial: 1, maximum: 8 },
    shutdownGraceTime: '10s',
    shutdownForceTime: '15s',
    ...(tracing === undefined ? {} : { interceptors: tracing.worker, sinks: tracing.sinks }),
    ...(activitiesPerSecond === undefined ? {} : { maxTaskQueueActivitiesPerSecond: activitiesPerSecond }),
  });
}
