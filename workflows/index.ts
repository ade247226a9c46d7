// Evaluated once per thread, with their imports, and shared by its workflows: a workflow keeps its state inside its function.
export { lateInquiry } from './late-inquiry.ts';
export { purchase } from './purchase.ts';
export { runBatch } from './run-batch.ts';
export { runRecurrence } from './run-recurrence.ts';
export { webhookRetries } from './webhook-retries.ts';
