import { z } from 'zod';
import { failureMessage } from '../domain/purchase/failure-codes.ts';
import { PURCHASE_STATUSES, type Purchase, type PurchaseState } from '../domain/purchase/purchase.ts';
import { DateTime, Metadata, Money, NamedId, PhoneNumber, Reference } from './common.ts';
import { SUCCESSFUL_PURCHASE } from './examples.ts';

const Delivery = z.object({ confirmed_at: DateTime, network_reference: z.string().optional() });
const Failure = z.object({
  code: z.string().meta({
    description: 'New codes may be added in v1; treat one that you do not know by its message',
    examples: ['network_timeout'],
  }),
  message: z.string(),
});
const Reversal = z.object({ reversed_at: DateTime, reason: z.string() });

/** The contract's Purchase. */
export const PurchaseResource = z
  .object({
    id: z.string().meta({ examples: ['pur_01kf0x8v5sfb7r9m2ptq4n6wze'] }),
    object: z.literal('purchase'),
    reference: Reference,
    status: z.enum(PURCHASE_STATUSES),
    phone_number: PhoneNumber,
    network_id: z.string(),
    bundle: z.object({
      id: z.string(),
      name: z.string(),
      data_mb: z.int(),
      validity_hours: z.int(),
    }),
    price: Money.meta({ description: 'Held while pending, charged if successful, refunded if reversed' }),
    created_at: DateTime,
    resolve_by: DateTime.meta({
      description: 'Latest time by which it is final; not confirmed by then, it fails with network_timeout',
    }),
    completed_at: DateTime.nullable(),
    delivery: Delivery.nullable(),
    failure: Failure.nullable(),
    reversal: Reversal.nullable(),
    metadata: z.record(z.string(), z.string()),
  })
  .meta({
    id: 'Purchase',
    examples: [SUCCESSFUL_PURCHASE],
  });
export type PurchaseResource = z.output<typeof PurchaseResource>;

/** The body of POST /v1/purchases. A field it does not know is refused: a typo must not buy the wrong thing. */
export const CreatePurchase = z
  .strictObject({
    reference: Reference,
    phone_number: PhoneNumber,
    bundle_id: NamedId,
    network_id: NamedId.optional(),
    metadata: Metadata.optional(),
  })
  .meta({
    id: 'CreatePurchase',
    examples: [{ reference: 'order-1001', phone_number: '+2348031234567', bundle_id: 'bnd_mtn_ng_1gb_30d' }],
  });
export type CreatePurchase = z.output<typeof CreatePurchase>;

/** A purchase as clients see it: the same for GET, POST and events. */
export function renderPurchase({ order, state }: Purchase): PurchaseResource {
  return {
    id: order.id,
    object: 'purchase',
    reference: order.reference,
    status: state.status,
    phone_number: order.phoneNumber,
    network_id: order.networkId,
    bundle: {
      id: order.bundle.id,
      name: order.bundle.name,
      data_mb: order.bundle.dataMb,
      validity_hours: order.bundle.validityHours,
    },
    price: { amount: order.price, currency: order.currency },
    created_at: order.createdAt.toISOString(),
    resolve_by: order.resolveBy.toISOString(),
    ...renderState(state),
    metadata: { ...order.metadata },
  };
}

function renderState(state: PurchaseState) {
  const completed_at = state.status === 'pending' ? null : state.completedAt.toISOString();
  return {
    completed_at,
    delivery: renderDelivery(state),
    failure:
      state.status === 'failed'
        ? { code: state.failureCode, message: failureMessage(state.failureCode) }
        : null,
    reversal:
      state.status === 'reversed'
        ? { reversed_at: state.reversal.reversedAt.toISOString(), reason: state.reversal.reason }
        : null,
  };
}

function renderDelivery(state: PurchaseState) {
  if (state.status !== 'successful' && state.status !== 'reversed') return null;

  const { confirmedAt, networkReference } = state.delivery;
  return {
    confirmed_at: confirmedAt.toISOString(),
    ...(networkReference === null ? {} : { network_reference: networkReference }),
  };
}
