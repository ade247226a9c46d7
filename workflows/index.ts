export { closeDays } from './close-days.ts';
export { lateInquiry } from './late-inquiry.ts';
export { purchase } from './purchase.ts';
export { runBatch } from './run-batch.ts';
export { webhookRetries } from './webhook-retries.ts';
