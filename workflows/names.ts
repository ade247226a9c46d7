import type { AccountId, BatchId, EventId, PurchaseId } from '../domain/ids.ts';

/** Workflow types, as exported by workflows/index.ts. */
export const WORKFLOWS = {
  purchase: 'purchase',
  lateInquiry: 'lateInquiry',
  webhookRetries: 'webhookRetries',
  runBatch: 'runBatch',
  closeDays: 'closeDays',
} as const;

/** Task queues besides those of the networks (domain/queues.ts). */
export const TASK_QUEUES = { webhooks: 'webhooks', batches: 'batches', upkeep: 'upkeep' } as const;

/** Schedules, by id; their workflows are named after them. */
export const SCHEDULES = { closeDays: 'close-days' } as const;

/** Signals. A signal only wakes: what it is about is read from PostgreSQL. */
export const SIGNALS = { settled: 'settled', requery: 'requery', batchChanged: 'batchChanged' } as const;

/** Search attributes and their types. Values are visible to all operators: no phone number, no secret. */
export const SEARCH_ATTRIBUTES = {
  Stage: 'KEYWORD',
  NetworkId: 'KEYWORD',
  AccountId: 'KEYWORD',
  BatchId: 'KEYWORD',
  ResolveBy: 'DATETIME',
} as const;

/** Where a purchase workflow stands: sending, or its outcome open. */
export type Stage = 'submitting' | 'waiting';

/** What starts a purchase workflow: ids and settings only. */
export interface PurchaseInput {
  readonly purchaseId: PurchaseId;
  readonly networkId: string;
  /** ISO 8601. */
  readonly resolveBy: string;
  readonly submitMode: 'local' | 'regular';
  readonly gatewayTimeoutMs: number;
  readonly inquiryDelaysMs: readonly number[];
}

export interface LateInquiryInput {
  readonly purchaseId: PurchaseId;
  readonly gatewayTimeoutMs: number;
  /** ISO 8601: when the purchase timed out. */
  readonly openedAt: string;
}

export interface WebhookRetriesInput {
  readonly eventId: EventId;
  /** ISO 8601: the schedule counts from the first attempt. */
  readonly firstAttemptAt: string;
}

export interface RunBatchInput {
  readonly batchId: BatchId;
}

/** Where closing goes on, and what it came to so far. */
export interface CloseDaysInput {
  readonly after: AccountId | null;
  readonly statements: number;
  readonly failed: number;
}

/** The workflow id of a purchase is its own id. */
export function purchaseWorkflowId(id: PurchaseId): string {
  return id;
}

export function lateInquiryWorkflowId(id: PurchaseId): string {
  return `${id}.late`;
}

export function webhookRetriesWorkflowId(id: EventId): string {
  return id;
}

export function runBatchWorkflowId(id: BatchId): string {
  return id;
}
