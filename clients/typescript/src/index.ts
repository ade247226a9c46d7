export type { ApiKeys } from './access/api-keys.ts';
export type { Approvals } from './access/approvals.ts';
export type { AuditLog, AuditLogFileQuery } from './access/audit-log.ts';
export type { Invitations, Sessions } from './access/invitations.ts';
export type { OwnOrganisation, People } from './access/people.ts';
export type { Erasures, NumberExports } from './access/privacy.ts';
export type { RequestLog } from './access/request-log.ts';
export type { Roles } from './access/roles.ts';
export type { AccountSettings } from './account-settings.ts';
export type { Batches, ResultsQuery } from './batches.ts';
export type { CallOptions } from './calls.ts';
export { type Client, createClient } from './client.ts';
export type { WebhookEndpoints } from './endpoints.ts';
export {
  ApiError,
  BatchRejectedError,
  NoAnswerError,
  StatementMismatchError,
  StatementOpenError,
  UsageError,
} from './errors.ts';
export type { Events } from './events.ts';
export type { FileFormat } from './file-type.ts';
export type { Content } from './http.ts';
export type { Listing, Page } from './listing.ts';
export type { OwnRecord } from './own-record.ts';
export type { WaitOptions } from './pause.ts';
export type { Purchases } from './purchases.ts';
export {
  type MissingLine,
  type ReconcileClient,
  type ReconcileOptions,
  type Reconciliation,
  reconcile,
} from './reconcile.ts';
export type { RecurringBatches } from './recurring-batches.ts';
export type { RequestAnswer, RequestOptions, SendRequest } from './request.ts';
export { type ClientOptions, type LogEntry, type Retries, userAgent } from './settings.ts';
export { type FileLine, readStatementFile } from './statement-file.ts';
export type { StatementFileQuery, Statements } from './statements.ts';
export type * from './types.ts';
export {
  openWebhook,
  type VerifyOptions,
  verifyWebhook,
  WebhookError,
  type WebhookEvent,
  type WebhookHeaders,
  type WebhookVerdict,
} from './verify-webhook.ts';
export { VERSION } from './version.ts';
