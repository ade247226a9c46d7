import { z } from 'zod';
import type { EventId } from '../domain/ids.ts';
import type { ExtraEvent } from '../domain/webhook/event.ts';
import { BatchResource } from './batch.ts';
import { DateTime } from './common.ts';
import { PurchaseResource } from './purchase.ts';

/** The three that every endpoint is sent, with when. */
export const PURCHASE_EVENTS = {
  'purchase.successful': 'The network confirmed the credit; you were charged.',
  'purchase.failed': 'The purchase ended without a credit; nothing was charged.',
  'purchase.reversed': 'The network reversed a confirmed credit; you were refunded.',
} as const;

/** The body of a webhook about a purchase. */
export const PurchaseEventResource = z
  .object({
    id: z.string().meta({
      description: 'The same on every retry of one event',
      examples: ['evt_01kf0x9a3dfb7r9m2ptq4n6wze'],
    }),
    object: z.literal('event'),
    type: z.enum(['purchase.successful', 'purchase.failed', 'purchase.reversed']),
    created_at: DateTime,
    data: z.object({
      object: PurchaseResource.meta({
        description: 'The whole purchase, as GET /v1/purchases/{purchase_id} showed it at that moment',
      }),
    }),
  })
  .meta({ id: 'PurchaseEvent' });
export type PurchaseEventResource = z.output<typeof PurchaseEventResource>;

/** Those that an endpoint is sent when it asked for them, with when. */
export const EXTRA_EVENTS_WHEN: Readonly<Record<ExtraEvent, string>> = {
  'batch.completed':
    'Every row of a campaign has had its turn and every purchase of it is final. Sent to endpoints that asked for it.',
};

/** The body of a webhook about a batch. */
export const BatchEventResource = z
  .object({
    id: z.string().meta({
      description: 'The same on every retry of one event',
      examples: ['evt_01kf0x9a3dfb7r9m2ptq4n6wze'],
    }),
    object: z.literal('event'),
    type: z.enum(['batch.completed']),
    created_at: DateTime,
    data: z.object({
      object: BatchResource.meta({
        description: 'The whole batch, as GET /v1/batches/{batch_id} showed it at that moment',
      }),
    }),
  })
  .meta({ id: 'BatchEvent' });

/** The text of an event, built once in the transaction that decided it and sent as it is on every attempt. */
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
