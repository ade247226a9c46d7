export { type Client, createClient } from './client.ts';
export { ApiError, NoAnswerError } from './errors.ts';
export type { ClientOptions, Retries } from './http.ts';
export type { Listing, Page } from './listing.ts';
export {
  type MissingLine,
  type OwnRecord,
  type ReconcileClient,
  type ReconcileOptions,
  type Reconciliation,
  reconcile,
} from './reconcile.ts';
export { type FileLine, readStatementFile } from './statement-file.ts';
export type * from './types.ts';
export { type VerifyOptions, verifyWebhook, type WebhookVerdict } from './verify-webhook.ts';
