import { Client } from '@temporalio/client';
import type { NativeConnection } from '@temporalio/worker';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startWorkflow } from '../../../worker/relay/start-workflow.ts';
import { connectTemporal, type TemporalLink } from '../../../worker/relay/temporal-link.ts';
import { activateBuild } from '../../../worker/temporal/builds.ts';
import { prepareNamespace } from '../../../worker/temporal/namespace.ts';
import { keepWorkersRunning, type WorkerGroup } from '../../../worker/temporal/workers.ts';
import { SEARCH_ATTRIBUTES } from '../../../workflows/names.ts';
import { installQuietRuntime } from '../../support/quiet-runtime.ts';
import { admittedPurchase, temporalOver } from '../../support/relay/stubs.ts';
import { ownTaskQueue, temporalAddress } from '../../support/temporal.ts';
import { shippedBundle } from '../../support/workflow-bundle.ts';

const log = pino({ level: 'silent' });
const WITHIN_MS = 60_000;

// The current build is a state of the namespace, so this file has its own.
const server = { address: temporalAddress(), namespace: ownTaskQueue('builds') };
let temporal: TemporalLink;
let connection: NativeConnection;
const groups: WorkerGroup[] = [];

beforeAll(async () => {
  installQuietRuntime();
  await prepareNamespace(server, SEARCH_ATTRIBUTES, { timeoutMs: WITHIN_MS, create: true });
  temporal = connectTemporal(server.address, server.namespace, log);
  const connected = await temporal.connected;
  if (connected === null) throw new Error('no connection');
  connection = connected;
});
afterEach(() => Promise.all(groups.splice(0).map((group) => group.stop())));
afterAll(() => temporal.close());

/** Starts a worker of a build; `sent` receives what it sends. */
async function startBuild(buildId: string, taskQueue: string, sent: string[]): Promise<void> {
  const submit = async () => {
    sent.push(buildId);
    return { kind: 'settled', report: 'confirmed' };
  };
  const setting = { ...server, connection, workflowBundle: await shippedBundle(), buildId, log };
  const group = keepWorkersRunning(setting, [
    { taskQueue, activities: { submit }, cachedWorkflows: 2, starts: 'first' },
  ]);
  groups.push(group);
  await group.running;
}

/** A new namespace knows its search attributes only after a moment. Until then a start is tried again, as by the relay. */
async function buy(taskQueue: string): Promise<void> {
  const client = new Client({ connection, namespace: server.namespace });
  const deps = { temporal: temporalOver(client), startsEagerly: false, log };
  const purchase = admittedPurchase();
  await expect.poll(() => startWorkflow(deps, taskQueue, purchase)).toBe('started');
}

it('new workflows go to the current build only, also after a rollback', async () => {
  const taskQueue = ownTaskQueue('builds');
  const sent: string[] = [];
  await startBuild('a', taskQueue, sent);
  await buy(taskQueue);
  await activateBuild(server, 'a', WITHIN_MS);
  await expect.poll(() => sent).toEqual(['a']);

  await startBuild('b', taskQueue, sent);
  await buy(taskQueue);
  await expect.poll(() => sent).toEqual(['a', 'a']);
  await activateBuild(server, 'b', WITHIN_MS);
  await buy(taskQueue);
  await expect.poll(() => sent).toEqual(['a', 'a', 'b']);
  await activateBuild(server, 'a', WITHIN_MS);
  await buy(taskQueue);
  await expect.poll(() => sent).toEqual(['a', 'a', 'b', 'a']);
});
