import { Connection, Client as WorkflowsClient } from '@temporalio/client';
import type { OpenTelemetrySinks } from '@temporalio/interceptors-opentelemetry';
import { type InjectedSinks, Worker } from '@temporalio/worker';
import { expect, inject } from 'vitest';
import { type BundleKind, readWorkflowBundle } from '../../../worker/temporal/workflow-bundle.ts';
import '../provided.ts';
import { type Client, wish } from '../scenarios/client.ts';
import type { Scenario } from '../scenarios/stack.ts';
import { PATIENCE } from './stuck.ts';

/** Takes the spans that the traced bundle exports. A replay records none, so they go nowhere. */
const SINKS: InjectedSinks<OpenTelemetrySinks> = {
  exporter: { export: { fn: () => undefined, callDuringReplay: false } },
};

/** Buys a bundle whose answer is lost, so that only an inquiry settles it. */
export async function buySlowly(scenario: Scenario, client: Client): Promise<void> {
  const { id } = await client.bought(wish('mtn', '982'));
  await expect.poll(async () => (await client.read(id)).status, PATIENCE).toBe('successful');
  await expect.poll(async () => (await scenario.temporal.isRunning([id])).size, PATIENCE).toBe(0);
}

/**
 * Replays every history of a server with one of the bundles, once at least `atLeast` are listed: Temporal's list is up to a
 * second late. Throws at the first history that differs.
 */
export async function replayAll({ stack }: Scenario, kind: BundleKind, atLeast: number): Promise<void> {
  const workflowBundle = await readWorkflowBundle(inject('workflowBundles'), kind);
  const connection = await Connection.connect({ address: stack.temporalAddress });
  try {
    const { workflow } = new WorkflowsClient({ connection });
    const listed = () => Array.fromAsync(workflow.list());
    await expect.poll(async () => (await listed()).length, PATIENCE).toBeGreaterThanOrEqual(atLeast);
    for (const { workflowId, runId } of await listed()) {
      const history = await workflow.getHandle(workflowId, runId).fetchHistory();
      await Worker.runReplayHistory({ workflowBundle, sinks: SINKS }, history, workflowId);
    }
  } finally {
    await connection.close();
  }
}
