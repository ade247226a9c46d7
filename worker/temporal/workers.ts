import { setTimeout as sleep } from 'node:timers/promises';
import { type NativeConnection, Worker, type WorkflowBundle } from '@temporalio/worker';
import type { Logger } from 'pino';
import type { TemporalTracing } from '../../observability/tracing/tracing.ts';
import { optionsOfBuild } from './builds.ts';

/** One Temporal worker to run: a queue with its own slots and its own activities. */
export interface WorkerPlan {
  readonly taskQueue: string;
  readonly activities: object;
  /** Cap over all workers of the queue, enforced by the server. */
  readonly activitiesPerSecond?: number;
  /** Concurrent activities in this process; 100 by default. */
  readonly activitiesMax?: number;
  /** Open workflows that it keeps in memory, at least 2; others are replayed from their histories. */
  readonly cachedWorkflows: number;
  /** `later`: created one by one after the first ones run, or after half a minute, because each takes processor time. */
  readonly starts: 'first' | 'later';
}

export interface WorkerGroup {
  /** Resolves when every worker has run once, except those that start later. */
  readonly running: Promise<void>;
  /** Lets running tasks end, then stops. */
  stop(): Promise<void>;
}

/** What all Temporal workers of the process share. */
export interface WorkerSetting {
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly workflowBundle: WorkflowBundle;
  /** Temporal sends tasks only to the current build. Without it, workers are not versioned. */
  readonly buildId?: string;
  /** Records traces of purchases, if tracing is on. */
  readonly tracing?: Pick<TemporalTracing, 'worker' | 'sinks'>;
  readonly log: Logger;
}

/**
 * Open workflows that all Temporal workers of the process keep in memory together: about 0.4 MiB each, so about 400 MiB, which
 * docs/production.md includes.
 */
export const CACHED_WORKFLOWS_MAX = 1_000;

/** Slots and pollers of workflow tasks of one queue; the drain benchmark's yardstick has the same. */
export const WORKFLOW_TASKS = {
  maxConcurrentWorkflowTaskExecutions: 200,
  workflowTaskPollerBehavior: { type: 'autoscaling', initial: 2, maximum: 16 },
} as const;

const RESTART_MS = 2_000;
/** Longest that the others wait for the first ones, of which one may be impossible to create. */
const FIRST_WITHIN_MS = 30_000;

/**
 * Runs one Temporal worker per plan over one connection, so that a silent carrier fills only its own slots. A worker that ends by
 * itself is replaced; the relay and its deadline guard keep running.
 */
export function keepWorkersRunning(setting: WorkerSetting, plans: readonly WorkerPlan[]): WorkerGroup {
  const running = new Set<Worker>();
  const stopped = Promise.withResolvers<void>();
  let stopping = false;

  const keep = async (plan: WorkerPlan, inTurn: InTurn, onUp: () => void) => {
    while (!stopping) {
      try {
        const worker = await inTurn(async () => (stopping ? null : createWorker(setting, plan)));
        if (worker === null) return;
        running.add(worker);
        const ended = worker.run().finally(() => running.delete(worker));
        onUp();
        // Even if it is too late: only a worker that has run releases the connection.
        if (stopping) worker.shutdown();
        await ended;
      } catch (error) {
        setting.log.error(
          { err: error, queue: plan.taskQueue },
          'Temporal worker ended; will start a new one',
        );
        await new Promise((resolve) => setTimeout(resolve, RESTART_MS));
      }
    }
  };

  const [first, later] = inOrder(plans);
  const up = first.map(() => Promise.withResolvers<void>());
  const firstUp = Promise.all(up.map(({ promise }) => promise)).then(() => {});
  const patience = sleep(FIRST_WITHIN_MS, undefined, { ref: false });
  const oneByOne = takeTurns(Promise.race([firstUp, stopped.promise, patience]));
  const kept = [
    ...first.map((plan, at) => keep(plan, atOnce, () => up[at]?.resolve())),
    ...later.map((plan) => keep(plan, oneByOne, () => {})),
  ];

  return {
    running: firstUp,
    async stop() {
      stopping = true;
      stopped.resolve();
      for (const worker of running) if (worker.getState() === 'RUNNING') worker.shutdown();
      await Promise.all(kept);
    },
  };
}

/** If no plan is to start first, all do. */
function inOrder(plans: readonly WorkerPlan[]): readonly [readonly WorkerPlan[], readonly WorkerPlan[]] {
  const first = plans.filter(({ starts }) => starts === 'first');
  return first.length === 0 ? [plans, []] : [first, plans.filter(({ starts }) => starts === 'later')];
}

/** Runs work when its turn has come. */
type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

const atOnce: InTurn = (work) => work();

/** Runs work one after another from a given moment; a failure does not stop the next. */
function takeTurns(from: Promise<void>): InTurn {
  let before: Promise<unknown> = from;
  return (work) => {
    const mine = before.then(work);
    before = mine.catch(() => {});
    return mine;
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
    ...WORKFLOW_TASKS,
    // The SDK rejects more slots than cached workflows.
    maxConcurrentWorkflowTaskExecutions: Math.min(
      WORKFLOW_TASKS.maxConcurrentWorkflowTaskExecutions,
      plan.cachedWorkflows,
    ),
    maxCachedWorkflows: plan.cachedWorkflows,
    maxConcurrentLocalActivityExecutions: 200,
    maxConcurrentActivityTaskExecutions: plan.activitiesMax ?? 100,
    activityTaskPollerBehavior: { type: 'autoscaling', initial: 1, maximum: 8 },
    shutdownGraceTime: '10s',
    shutdownForceTime: '15s',
    ...(setting.buildId === undefined ? {} : { workerDeploymentOptions: optionsOfBuild(setting.buildId) }),
    ...(tracing === undefined ? {} : { interceptors: tracing.worker, sinks: tracing.sinks }),
    ...(activitiesPerSecond === undefined ? {} : { maxTaskQueueActivitiesPerSecond: activitiesPerSecond }),
  });
}
