import { z } from 'zod';
import type { EventId } from '../domain/ids.ts';
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
