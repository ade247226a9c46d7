import { fileURLToPath } from 'node:url';
import type { WorkflowHandle } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { bundleWorkflowCode, DefaultLogger, Worker, type WorkflowBundle } from '@temporalio/worker';
import { installQuietRuntime } from '../quiet-runtime.ts';
import { ownTaskQueue } from '../temporal.ts';
import { createTimeSkippingEnvironment } from '../time-skipping.ts';
import { shippedBundle } from '../workflow-bundle.ts';

export type History = Awaited<ReturnType<WorkflowHandle['fetchHistory']>>;

/** A worker with all workflows and fake activities, on a server whose clock jumps over timers. */
export interface WorkflowFixture {
  readonly environment: TestWorkflowEnvironment;
  /** Starts a workflow without waiting for it. */
  start(type: string, workflowId: string, input: object): Promise<WorkflowHandle>;
  /** Waits for the end of a workflow, skipping its timers; keeps its history for the replay. */
  end(handle: WorkflowHandle): Promise<{ readonly result: unknown; readonly history: History }>;
  /** Replays every history so far, with and without shared modules; throws at the first that differs. */
  replayAll(): Promise<number>;
  /** The server's clock. */
  now(): Promise<number>;
  close(): Promise<void>;
}

/** @param bundle the workflow code; by default the one of this test run. */
export async function createWorkflowFixture(
  activities: object,
  bundle: () => Promise<WorkflowBundle> = shippedBundle,
): Promise<WorkflowFixture> {
  installQuietRuntime();
  const [environment, workflowBundle] = await Promise.all([createTimeSkippingEnvironment(), bundle()]);
  const taskQueue = ownTaskQueue('workflows');
  const { client, nativeConnection } = environment;
  const worker = await Worker.create({ connection: nativeConnection, taskQueue, workflowBundle, activities });
  const running = worker.run();
  const histories = new Map<string, History>();

  return {
    environment,
    start: (type, workflowId, input) => client.workflow.start(type, { workflowId, taskQueue, args: [input] }),
    async end(handle) {
      const result: unknown = await handle.result();
      const history = await handle.fetchHistory();
      histories.set(handle.workflowId, history);
      return { result, history };
    },
    async replayAll() {
      const all = [...histories].map(([workflowId, history]) => ({ workflowId, history }));
      let replayed = 0;
      for (const bundle of [workflowBundle, await separateBundle()]) {
        // By one worker: creating it takes longer than a replay.
        for await (const { error } of Worker.runReplayHistories({ workflowBundle: bundle }, all)) {
          if (error !== undefined) throw error;
          replayed += 1;
        }
      }
      return replayed / 2;
    },
    now: () => environment.currentTimeMs(),
    async close() {
      worker.shutdown();
      await running;
      await environment.teardown();
    },
  };
}

/** A bundle whose modules are evaluated for each workflow: shared modules must not change a history. */
export function separateBundle(): Promise<WorkflowBundle> {
  return bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('../../../workflows/index.ts', import.meta.url)),
    logger: new DefaultLogger('ERROR'),
  });
}

/** How many events a history has, and how many of them are workflow tasks that were completed. */
export function countOf({ events }: History): { readonly events: number; readonly workflowTasks: number } {
  const all = events ?? [];
  const tasks = all.filter(
    ({ workflowTaskCompletedEventAttributes }) => workflowTaskCompletedEventAttributes,
  );
  return { events: all.length, workflowTasks: tasks.length };
}

/** Real time passes between a timer and its activity, more of it on a busy machine. */
const LATE_MAX_SECONDS = 30;

/** The events of a history, named as in Temporal's UI. */
export function eventsOf({ events }: History): string[] {
  return (events ?? []).map((event) => {
    const [attributes = ''] = Object.entries(event).flatMap(([name, value]) =>
      name.endsWith('EventAttributes') && value != null ? [name] : [],
    );
    const name = attributes.replace(/EventAttributes$/, '');
    return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  });
}

/** The times in seconds, each replaced by the expected one if it is equal or a little later; never if it is earlier. */
export function onTime(
  actual: readonly number[],
  expected: readonly number[],
  lateMax = LATE_MAX_SECONDS,
): number[] {
  return actual.map((at, index) => {
    const due = expected[index];
    return due !== undefined && at >= due - 0.002 && at < due + lateMax ? due : at;
  });
}
