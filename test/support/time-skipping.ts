import { TestWorkflowEnvironment } from '@temporalio/testing';
import { addSearchAttributes } from '../../dev/temporal-namespace.ts';
import { timeSkippingExecutable } from '../../dev/time-skipping-server.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/names.ts';

/**
 * A Temporal test server whose clock jumps over timers, with our search attributes. It knows neither Schedules nor
 * ListWorkflows. The caller ends it by `teardown()`.
 */
export async function createTimeSkippingEnvironment(): Promise<TestWorkflowEnvironment> {
  const executable = await timeSkippingExecutable((line) => console.log(line));
  const environment = await TestWorkflowEnvironment.createTimeSkipping({ server: { executable } });
  try {
    await addSearchAttributes(environment.connection, SEARCH_ATTRIBUTES);
    return environment;
  } catch (error) {
    await environment.teardown();
    throw error;
  }
}
