import { createRequire } from 'node:module';
import { join } from 'node:path';
import workerThreads, { Worker, type WorkerOptions } from 'node:worker_threads';

const ENTRY = join(import.meta.dirname, 'workflow-thread.cjs');
const SDK_ENTRY = createRequire(import.meta.url).resolve(
  '@temporalio/worker/lib/workflow/workflow-worker-thread',
);

/**
 * Has the SDK's threads for workflow code run without its watchdog, which ends an activation after five seconds, and without
 * its stack traces of promises. Both together took half of such a thread's processor time. Once a process, before any
 * worker is made. Workflow code may have no loop without an await; the query for a stack trace finds none.
 */
export function lightenWorkflowThreads(): void {
  class LightThread extends Worker {
    constructor(file: string | URL, options?: WorkerOptions) {
      if (file === SDK_ENTRY) super(ENTRY, { ...options, workerData: { entry: SDK_ENTRY } });
      else super(file, options);
    }
  }
  // The SDK looks the constructor up when it makes a thread.
  Object.assign(workerThreads, { Worker: LightThread });
}
