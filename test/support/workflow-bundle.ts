import type { WorkflowBundle } from '@temporalio/worker';
import { pino } from 'pino';
import { loadWorkflowBundle } from '../../worker/temporal/workflow-bundle.ts';

/** The workflow code as a worker process runs it. */
export function shippedBundle(): Promise<WorkflowBundle> {
  return loadWorkflowBundle(pino({ level: 'error' }));
}
