// Evaluated once a thread, with all that they import, and shared by its workflows: what a workflow keeps lives in its function.
export { lateInquiry } from './late-inquiry.ts';
export { purchase } from './purchase.ts';
export { runBatch } from './run-batch.ts';
export { webhookRetries } from './webhook-retries.ts';
