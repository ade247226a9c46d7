import type { StaffSession } from '../domain/access/principal.ts';
import {
  type BatchId,
  type DeliveryId,
  type EventId,
  type PurchaseId,
  type RecurrenceId,
  readId,
} from '../domain/ids.ts';
import type { GatewayReply } from '../domain/purchase/gateway-reply.ts';

/** Workflow types, as exported by workflows/index.ts. */
export const WORKFLOWS = {
  purchase: 'purchase',
  lateInquiry: 'lateInquiry',
  webhookRetries: 'webhookRetries',
  runBatch: 'runBatch',
  runRecurrence: 'runRecurrence',
} as const;

/** Task queues other than those of the networks (domain/network/queues.ts). */
export const TASK_QUEUES = { webhooks: 'webhooks', batches: 'batches' } as const;

/** Signals. A signal only wakes: what it is about is read from PostgreSQL. */
export const SIGNALS = { settled: 'settled', requery: 'requery', batchChanged: 'batchChanged' } as const;

/** Updates: an operator asks a workflow for something and is answered. */
export const UPDATES = { requery: 'requery', forceResolve: 'forceResolve' } as const;

/** Queries: they change nothing and are answered for closed workflows too. */
export const QUERIES = { timeline: 'timeline' } as const;

/** Search attributes and their types. Values are visible to all operators: no phone number, no secret. */
export const SEARCH_ATTRIBUTES = {
  Stage: 'KEYWORD',
  NetworkId: 'KEYWORD',
  AccountId: 'KEYWORD',
  BatchId: 'KEYWORD',
  ResolveBy: 'DATETIME',
} as const;

/**
 * The stage of a purchase workflow: sending; to be sent again, because it was certainly not received; accepted by the network,
 * which will report; sent, outcome unknown; no longer to be sent; closed, because the purchase is final.
 */
export type Stage = 'submitting' | 'resending' | 'waiting' | 'outcome_unknown' | 'expiring' | 'final';

/** Who asks a workflow for something, and why. */
export interface AskedBy {
  readonly operator: string;
  readonly reason: string;
  /** The person, if they were signed in. */
  readonly staff?: StaffSession;
}

/** The outcome that an operator clarified with the network. */
export interface ForceResolve extends AskedBy {
  /** `delivered` charges the client; `not_delivered` releases the hold. */
  readonly outcome: 'delivered' | 'not_delivered';
  /** The evidence: a ticket, the network's reference. No phone number. */
  readonly evidence: string;
  /** The network's reference of a delivery, if it gave one. */
  readonly networkReference?: string;
}

/** The answer to the query `timeline`. */
export interface PurchaseTimeline {
  readonly stage: Stage;
  readonly submissions: number;
  readonly inquiries: number;
  readonly lastAnswer: (GatewayReply & { readonly at: string }) | null;
  readonly next: { readonly step: string; readonly at: string } | null;
  readonly resolveBy: string;
  /** What happened, oldest first; after a very long wait the oldest entries are left out. */
  readonly entries: readonly { readonly at: string; readonly what: string }[];
}
/** What starts a purchase workflow: ids and settings only. */
export interface PurchaseInput {
  readonly purchaseId: PurchaseId;
  readonly networkId: string;
  /** ISO 8601. */
  readonly resolveBy: string;
  /** When it is settled without a confirmation, shortly before `resolveBy`. ISO 8601. */
  readonly settleBy: string;
  /** `local`: in the workflow's own task, for gateways that answer within seconds. */
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
  /** Of an event for the endpoint that operators set, or of a delivery to a client's endpoint. */
  readonly eventId: EventId | DeliveryId;
  /** ISO 8601: the schedule counts from the first attempt. */
  readonly firstAttemptAt: string;
}

export interface RunRecurrenceInput {
  readonly recurrenceId: RecurrenceId;
}

export interface RunBatchInput {
  readonly batchId: BatchId;
}

/** The workflow id of a purchase is its own id. */
export function purchaseWorkflowId(id: PurchaseId): string {
  return id;
}

/** The purchase whose workflow has this id, its late inquiry included; null for other workflows. */
export function purchaseOfWorkflow(workflowId: string): PurchaseId | null {
  return readId('pur', workflowId.replace(/\.late$/, ''));
}

export function lateInquiryWorkflowId(id: PurchaseId): string {
  return `${id}.late`;
}

export function webhookRetriesWorkflowId(id: EventId | DeliveryId): string {
  return id;
}

export function runBatchWorkflowId(id: BatchId): string {
  return id;
}
