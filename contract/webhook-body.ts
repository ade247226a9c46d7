import { z } from 'zod';
import type { StoredApproval } from '../domain/approvals/stored.ts';
import type { Batch } from '../domain/batch/batch.ts';
import type { EventId } from '../domain/ids.ts';
import { PURCHASE_EVENTS } from '../domain/purchase/movements.ts';
import {
  APPROVAL_EVENTS,
  type ApprovalEvent,
  BATCH_EVENTS,
  type BatchEvent,
} from '../domain/webhook/event.ts';
import { ApprovalResource, renderApproval } from './approvals/approval.ts';
import { BatchResource, renderBatch } from './batches/batch.ts';
import { DateTime } from './common.ts';
import { EventIdField } from './event-id.ts';
import { PurchaseResource } from './purchase.ts';

/** The events that every endpoint receives, and when. */
export const PURCHASE_EVENTS_WHEN = {
  'purchase.successful': 'The network confirmed the delivery. You were charged.',
  'purchase.failed': 'The purchase ended without a confirmed delivery. Nothing was charged.',
  'purchase.reversed': 'The network reversed a confirmed delivery. You were refunded.',
} as const;

const PurchaseEventData = z
  .object({
    object: PurchaseResource.describe(
      'The whole purchase, as `GET /v1/purchases/{purchase_id}` returned it at that moment.',
    ),
  })
  .meta({ id: 'PurchaseEventData', description: 'The purchase that the event is about.' });

/** The body of a webhook about a purchase. */
export const PurchaseEventResource = z
  .object({
    id: EventIdField,
    object: z.literal('event').describe('Always `event`.'),
    type: z
      .enum(PURCHASE_EVENTS)
      .describe(
        'What happened. New types may be added to webhooks: answer 2xx and ignore those that you do not know.',
      ),
    created_at: DateTime.describe('When it happened.'),
    data: PurchaseEventData,
  })
  .meta({ id: 'PurchaseEvent', description: 'The body of a webhook about a purchase.' });
export type PurchaseEventResource = z.output<typeof PurchaseEventResource>;

/** The events about batches, which an endpoint receives only on request, and when. */
export const BATCH_EVENTS_WHEN: Readonly<Record<BatchEvent, string>> = {
  'batch.completed':
    'Every row of a batch was processed, and all its purchases are final. It is sent only to endpoints that have this type of event.',
  'batch.ready': 'A batch was checked and waits to be started. Sent only to endpoints that chose it.',
  'batch.paused':
    'A batch paused by itself; `pause` has the reason. Sent each time, and only to endpoints that chose it. A pause that was requested is not announced.',
};

/** The events about approvals, which an endpoint receives only on request, and when. */
export const APPROVAL_EVENTS_WHEN: Readonly<Record<ApprovalEvent, string>> = {
  'approval.requested':
    'A batch waits for approvals. Sent once per request, and only to endpoints that chose it.',
  'approval.decided':
    'A request was rejected, or has all approvals that it needs; `status` says which. Sent only to endpoints that chose it.',
  'approval.expired': 'A request was not approved and used in time. Sent only to endpoints that chose it.',
  'approval.withdrawn': 'Who made a request has ended it. Sent only to endpoints that chose it.',
};

const BatchEventData = z
  .object({
    object: BatchResource.describe(
      'The whole batch, as `GET /v1/batches/{batch_id}` returned it at that moment.',
    ),
  })
  .meta({ id: 'BatchEventData', description: 'The batch that the event is about.' });

/** The body of a webhook about a batch. */
export const BatchEventResource = z
  .object({
    id: EventIdField,
    object: z.literal('event').describe('Always `event`.'),
    type: z
      .enum(BATCH_EVENTS)
      .describe('What happened. New types may be added: answer 2xx and ignore those that you do not know.'),
    created_at: DateTime.describe('When it happened.'),
    data: BatchEventData,
  })
  .meta({ id: 'BatchEvent', description: 'The body of a webhook about a batch.' });

const ApprovalEventData = z
  .object({
    object: ApprovalResource.describe(
      'The whole approval, as `GET /v1/approvals/{approval_id}` returned it at that moment.',
    ),
  })
  .meta({ id: 'ApprovalEventData', description: 'The approval that the event is about.' });

/** The body of a webhook about an approval. */
export const ApprovalEventResource = z
  .object({
    id: EventIdField,
    object: z.literal('event').describe('Always `event`.'),
    type: z
      .enum(APPROVAL_EVENTS)
      .describe('What happened. New types may be added: answer 2xx and ignore those that you do not know.'),
    created_at: DateTime.describe('When it happened.'),
    data: ApprovalEventData,
  })
  .meta({ id: 'ApprovalEvent', description: 'The body of a webhook about an approval.' });

/** Renders the text of an event: once, in the transaction that decided it. Every attempt sends the same text. */
export function renderEvent(id: EventId, type: string, createdAt: Date, resource: object): string {
  const event = {
    id,
    object: 'event',
    type,
    created_at: createdAt.toISOString(),
    data: { object: resource },
  };
  return JSON.stringify(event);
}

/** Renders the text of an event about a batch. */
export function renderBatchEvent(id: EventId, type: string, createdAt: Date, batch: Batch): string {
  return renderEvent(id, type, createdAt, renderBatch(batch));
}

/** Renders the text of an event about an approval. */
export function renderApprovalEvent(
  id: EventId,
  type: string,
  createdAt: Date,
  approval: StoredApproval,
): string {
  return renderEvent(id, type, createdAt, renderApproval(approval));
}
