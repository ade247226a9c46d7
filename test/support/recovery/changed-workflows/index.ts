import { patched, sleep } from '@temporalio/workflow';
import * as former from '../../../../workflows/index.ts';
import type { PurchaseInput, WebhookRetriesInput } from '../../../../workflows/names.ts';

/** Workflows that start with other commands than ours, as a later version's may. */
export { lateInquiry, runBatch, runRecurrence } from '../../../../workflows/index.ts';

export async function purchase(input: PurchaseInput): Promise<unknown> {
  await startLater();
  return former.purchase(input);
}

export async function webhookRetries(input: WebhookRetriesInput): Promise<void> {
  await startLater();
  await former.webhookRetries(input);
}

async function startLater(): Promise<void> {
  if (patched('starts-later')) await sleep(100, { summary: 'the changed workflow' });
}
