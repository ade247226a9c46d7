import { proxyActivities } from '@temporalio/workflow';

const { nothing } = proxyActivities<{ nothing(): Promise<void> }>({ startToCloseTimeout: '20s' });

/** The yardstick of draining: one regular activity that does nothing. */
export async function bare(): Promise<void> {
  await nothing();
}
