import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import workerThreads, { Worker } from 'node:worker_threads';
import { afterAll, expect, it } from 'vitest';
import { lightenWorkflowThreads } from '../../worker/workflow-threads.ts';

const require = createRequire(import.meta.url);
const ENTRY = join(import.meta.dirname, '..', '..', 'worker', 'workflow-thread.cjs');

const folder = mkdtempSync(join(tmpdir(), 'bundlewire-threads-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a script that takes far longer than the time limit it is given, and tells what came of it. */
const OVER_TIME = `
  const vm = require('node:vm');
  const { parentPort } = require('node:worker_threads');
  const busy = new vm.Script('for (const until = Date.now() + 200; Date.now() < until; ); "ended"');
  try {
    parentPort.postMessage(busy.runInContext(vm.createContext({ Date }), { timeout: 1 }));
  } catch (error) {
    parentPort.postMessage(error.code);
  }`;

it('runs what a workflow thread runs without a watchdog', async () => {
  const entry = overTime();

  expect(await outcomeOf(new Worker(entry))).toBe('ERR_SCRIPT_EXECUTION_TIMEOUT');
  expect(await outcomeOf(new Worker(ENTRY, { workerData: { entry } }))).toBe('ended');
});

it('takes the place of the thread that the SDK makes, under the name by which the SDK finds it', async () => {
  const { Worker: before } = workerThreads;
  try {
    lightenWorkflowThreads();
    const seen: { Worker: typeof Worker } = require('node:worker_threads');
    expect(seen.Worker).not.toBe(before);
    const thread = new seen.Worker(require.resolve('@temporalio/worker/lib/workflow/workflow-worker-thread'));
    thread.postMessage({ requestId: 1, input: { type: 'destroy' } });
    expect((await once(thread, 'message'))[0]).toEqual({ requestId: 1, result: { type: 'ok' } });
    await thread.terminate();
    // Other threads keep theirs.
    expect(await outcomeOf(new seen.Worker(overTime()))).toBe('ERR_SCRIPT_EXECUTION_TIMEOUT');
  } finally {
    Object.assign(workerThreads, { Worker: before });
  }
});

function overTime(): string {
  const entry = join(folder, 'entry.cjs');
  writeFileSync(entry, OVER_TIME);
  return entry;
}

async function outcomeOf(worker: Worker): Promise<unknown> {
  return (await once(worker, 'message'))[0];
}
