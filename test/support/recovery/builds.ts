import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, Connection, type WorkflowClient } from '@temporalio/client';
import { WorkflowNotFoundError } from '@temporalio/common';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { bundleOptions } from '../../../worker/temporal/workflow-bundle.ts';
import { temporaryStateDir } from '../state-dir.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const CHANGED = join(import.meta.dirname, 'changed-workflows', 'index.ts');

/** Bundles workflow code that differs from ours. Returns the folder, for WORKFLOW_BUNDLES. */
export async function bundleChangedWorkflows(): Promise<string> {
  const folder = join(temporaryStateDir(), 'changed');
  mkdirSync(folder);
  const { code } = await bundleWorkflowCode({
    ...bundleOptions(CHANGED),
    logger: new DefaultLogger('ERROR'),
  });
  writeFileSync(join(folder, 'plain.js'), code);
  return folder;
}

/** Makes a build the current one, as an operator does. Returns what the program prints. */
export async function activate(temporalAddress: string, buildId: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, 'deploy', 'activate.ts')], {
    env: { ...process.env, TEMPORAL_ADDRESS: temporalAddress, WORKER_BUILD_ID: buildId },
  });
  return stdout;
}

/** How a workflow ran, as its history says. */
export interface Ran {
  readonly id: string;
  /** The build that completed each of its tasks; null for a worker without a build. */
  readonly builds: readonly (string | null)[];
  /** Whether the changed code started it. */
  readonly changed: boolean;
  readonly completed: boolean;
}

/** Reads how workflows ran, in the order of their ids. */
export function readRuns(temporalAddress: string, ids: readonly string[]): Promise<Ran[]> {
  return withClient(temporalAddress, ({ workflow }) =>
    Promise.all(
      ids.map(async (id) => {
        const events = await readEvents(workflow, id);
        return {
          id,
          builds: events
            .map((event) => event.workflowTaskCompletedEventAttributes)
            .filter((task) => task !== null && task !== undefined)
            .map((task) => task.deploymentVersion?.buildId ?? null),
          changed: events.some((event) => event.markerRecordedEventAttributes?.markerName === 'core_patch'),
          completed: events.some((event) => Boolean(event.workflowExecutionCompletedEventAttributes)),
        };
      }),
    ),
  );
}

/** The history of a workflow; empty if it was not started yet. */
async function readEvents(workflow: WorkflowClient, id: string) {
  try {
    return (await workflow.getHandle(id).fetchHistory()).events ?? [];
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return [];
    throw error;
  }
}

/** Sends a signal to each of these workflows. */
export async function signal(temporalAddress: string, ids: readonly string[], name: string): Promise<void> {
  await withClient(temporalAddress, ({ workflow }) =>
    Promise.all(ids.map((id) => workflow.getHandle(id).signal(name))),
  );
}

async function withClient<T>(address: string, use: (client: Client) => Promise<T>): Promise<T> {
  const connection = await Connection.connect({ address });
  try {
    return await use(new Client({ connection }));
  } finally {
    await connection.close();
  }
}
