import { sleep } from '@temporalio/workflow';

/** Sleeps as long as the last webhook retry waits in the worst case. */
export async function sleeper(): Promise<string> {
  await sleep('34 hours');
  return 'awake';
}
