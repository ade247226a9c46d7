import type { WorkflowBundle } from '@temporalio/worker';
import { inject } from 'vitest';
import { readWorkflowBundle } from '../../worker/temporal/workflow-bundle.ts';
import './provided.ts';

/** The workflow code as a worker process runs it. */
export function shippedBundle(): Promise<WorkflowBundle> {
  return readWorkflowBundle(inject('workflowBundles'), 'plain');
}
