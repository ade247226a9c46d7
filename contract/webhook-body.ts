import { z } from 'zod';
import type { Batch } from '../domain/batch/batch.ts';
import type { EventId } from '../domain/ids.ts';
import type { ExtraEvent } from '../domain/webhook/event.ts';
import { BatchResource, renderBatch } from './batches/batch.ts';
import { DateTime } from './common.ts';
import { EventIdField } from './event-id.ts';
import { PurchaseResource } from './purchase.ts';

/** The events that every endpoint receives, and when. */
export const PURCHASE_EVENTS = {
  'purchase.successful': 'The network confirmed the credit. You were charged.',
  'purchase.failed': 'The purchase ended without a credit. Nothing was charged.',
  'purchase.reversed': 'The network reversed a confirmed credit. You were refunded.',
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
      .enum(['purchase.successful', 'purchase.failed', 'purchase.reversed'])
      .describe(
        'What happened. New types may be added to webhooks: answer 2xx and ignore those that you do not know.',
      ),
    created_at: DateTime.describe('When it happened.'),
    data: PurchaseEventData,
  })
  .meta({ id: 'PurchaseEvent', description: 'The body of a webhook about a purchase.' });
export type PurchaseEventResource = z.output<typeof PurchaseEventResource>;

/** The events that an endpoint receives only on request, and when. */
export const EXTRA_EVENTS_WHEN: Readonly<Record<ExtraEvent, string>> = {
  'batch.completed':
    'Every row of a batch was processed, and all its purchases are final. It is sent only to endpoints that have this type of event.',
  'batch.ready': 'A batch was checked and waits to be started. Sent only to endpoints that chose it.',
  'batch.paused':
    'A batch paused by itself; `pause` has the reason. Sent each time, and only to endpoints that chose it. A pause that was requested is not announced.',
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
      .enum(['batch.completed', 'batch.ready', 'batch.paused'])
      .describe('What happened. New types may be added: answer 2xx and ignore those that you do not know.'),
    created_at: DateTime.describe('When it happened.'),
    data: BatchEventData,
  })
  .meta({ id: 'BatchEvent', description: 'The body of a webhook about a batch.' });

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
