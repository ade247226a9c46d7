import { z } from 'zod';
import type { PurchaseId as Id } from '../domain/ids.ts';
import type { LateDelivery } from '../domain/purchase/late-delivery.ts';
import { DateTime, PurchaseId } from './common.ts';

const EXAMPLE = {
  object: 'late_delivery',
  purchase_id: 'pur_01kf0x8v5sfb7r9m2ptq4n6wze',
  status: 'delivered',
  delivered_at: '2026-11-20T10:21:07.000Z',
  charged_at: null,
  asked_until: null,
} as const;

/** Whether a bundle arrived although its purchase failed. */
export const LateDeliveryResource = z
  .object({
    object: z.literal('late_delivery').describe('Always `late_delivery`.'),
    purchase_id: PurchaseId,
    status: z
      .enum(['none', 'possible', 'delivered', 'reversed', 'not_delivered', 'unknown'])
      .describe(
        '`none`: the purchase has not failed, or the network refused it, or nothing was sent. `possible`: the network is asked until `asked_until`. `delivered`: the bundle arrived at `delivered_at`. `reversed`: it arrived, and the network took it back. `not_delivered`: the network reported that the customer does not have it. `unknown`: the network was asked until `asked_until`, and never said.',
      ),
    delivered_at: DateTime.nullable().describe('When the network confirmed the bundle; null if it did not.'),
    charged_at: DateTime.nullable().describe(
      'When its price was charged as an `adjustment`, because you agreed to that; null if it was not.',
    ),
    asked_until: DateTime.nullable().describe(
      'Until when the network is asked, or was asked without an answer; otherwise null.',
    ),
  })
  .meta({
    id: 'LateDelivery',
    description: 'Whether the bundle of a purchase that failed arrived later.',
    examples: [EXAMPLE],
  });
export type LateDeliveryResource = z.output<typeof LateDeliveryResource>;

/** Renders what is known about a late delivery as clients see it. */
export function renderLateDelivery(id: Id, late: LateDelivery): LateDeliveryResource {
  return {
    object: 'late_delivery',
    purchase_id: id,
    status: late.status,
    delivered_at: 'deliveredAt' in late ? late.deliveredAt.toISOString() : null,
    charged_at: 'chargedAt' in late ? (late.chargedAt?.toISOString() ?? null) : null,
    asked_until: 'until' in late ? late.until.toISOString() : null,
  };
}
