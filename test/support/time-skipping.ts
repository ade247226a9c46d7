import { TestWorkflowEnvironment } from '@temporalio/testing';
import {
  type TimeSkippingExecutable,
  timeSkippingExecutable,
} from '../../tools/stack/servers/time-skipping-server.ts';
import { addSearchAttributes, DEFAULT_NAMESPACE } from '../../worker/temporal/namespace.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/names.ts';

/** The SDK gives the server five seconds to start, and a busy machine may be slower several times. */
const STARTS = 20;

/**
 * A Temporal test server whose clock jumps over timers, with our search attributes. It supports neither Schedules nor
 * ListWorkflows. The caller ends it with `teardown()`.
 */
export async function createTimeSkippingEnvironment(): Promise<TestWorkflowEnvironment> {
  const executable = await timeSkippingExecutable((line) => console.log(line));
  const environment = await start(executable, STARTS);
  try {
    await addSearchAttributes(environment.connection, DEFAULT_NAMESPACE, SEARCH_ATTRIBUTES);
    return environment;
  } catch (error) {
    await environment.teardown();
    throw error;
  }
}

async function start(executable: TimeSkippingExecutable, starts: number): Promise<TestWorkflowEnvironment> {
  try {
    return await TestWorkflowEnvironment.createTimeSkipping({ server: { executable } });
  } catch (error) {
    if (starts <= 1) throw error;
    return start(executable, starts - 1);
  }
}
