import { TestWorkflowEnvironment } from '@temporalio/testing';
import { addSearchAttributes } from '../../dev/temporal-namespace.ts';
import { type TimeSkippingExecutable, timeSkippingExecutable } from '../../dev/time-skipping-server.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/names.ts';

/**
 * A Temporal test server whose clock jumps over timers, with our search attributes. It knows neither Schedules nor
 * ListWorkflows. The caller ends it by `teardown()`.
 */
export async function createTimeSkippingEnvironment(): Promise<TestWorkflowEnvironment> {
  const executable = await timeSkippingExecutable((line) => console.log(line));
  const environment = await startServer(executable);
  try {
    await addSearchAttributes(environment.connection, SEARCH_ATTRIBUTES);
    return environment;
  } catch (error) {
    await environment.teardown();
    throw error;
  }
}

/** The SDK gives a server five seconds to answer; on a machine that has other work it may need a second try. */
const STARTS = 3;

async function startServer(executable: TimeSkippingExecutable): Promise<TestWorkflowEnvironment> {
  for (let start = 1; ; start++) {
    try {
      return await TestWorkflowEnvironment.createTimeSkipping({ server: { executable } });
    } catch (error) {
      if (start === STARTS || !String(error).includes('did not start within')) throw error;
    }
  }
}
