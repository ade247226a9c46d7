import { z } from 'zod';
import { failureMessage } from '../domain/purchase/failure-codes.ts';
import { PURCHASE_STATUSES, type Purchase, type PurchaseState } from '../domain/purchase/purchase.ts';
import {
  BundleId,
  DateTime,
  Metadata,
  Money,
  NamedId,
  NetworkId,
  PhoneNumber,
  PurchaseId,
  Reference,
  ShownPhoneNumber,
  StoredMetadata,
} from './common.ts';
import { SUCCESSFUL_PURCHASE } from './examples/purchases.ts';

const PurchasedBundle = z
  .object({
    id: BundleId,
    name: z
      .string()
      .meta({ description: 'Name as shown to the customer.', examples: ['MTN Nigeria 1 GB, 30 days'] }),
    data_mb: z.int().describe('Data allowance in megabytes (1 GB is 1024 MB).'),
    validity_hours: z.int().describe('How many hours the customer has to use the data after it is credited.'),
  })
  .meta({ id: 'PurchasedBundle', description: 'A bundle as it was when you bought it.' });

const Delivery = z
  .object({
    confirmed_at: DateTime.describe('When the network confirmed that it credited the bundle.'),
    network_reference: z
      .string()
      .optional()
      .meta({
        description: "The network's own reference, if it provides one. Quote it when you ask the network.",
        examples: ['2237512801'],
      }),
  })
  .meta({ id: 'PurchaseDelivery', description: 'The confirmation of the network.' });

const Failure = z
  .object({
    code: z.string().meta({
      description:
        'Why the purchase failed. The page "Failure codes" lists all codes. New codes may be added. If you do not know a code, use `message`.',
      examples: ['number_not_eligible'],
    }),
    message: z.string().describe('The reason in words, for people. Do not parse it.'),
  })
  .meta({ id: 'PurchaseFailure', description: 'Why a purchase failed. Nothing was charged.' });

const Reversal = z
  .object({
    reversed_at: DateTime.describe('When the price was refunded.'),
    reason: z.string().meta({
      description: 'The reason that the network gave, for people.',
      examples: ['Reversed by the network.'],
    }),
  })
  .meta({ id: 'PurchaseReversal', description: 'A credit that the network reversed. You were refunded.' });

/** The contract's Purchase. */
export const PurchaseResource = z
  .object({
    id: PurchaseId,
    object: z.literal('purchase').describe('Always `purchase`.'),
    reference: Reference,
    status: z
      .enum(PURCHASE_STATUSES)
      .describe(
        '`pending`: the price is held. `successful`: delivered and charged. `failed`: not charged. `reversed`: delivered first, then reversed by the network and refunded. A purchase only moves forward.',
      ),
    phone_number: ShownPhoneNumber.describe('The number that receives the bundle.'),
    network_id: NetworkId.describe('The network that the purchase was sent to.'),
    bundle: PurchasedBundle,
    price: Money.describe('Held while pending, charged if successful, refunded if reversed.'),
    created_at: DateTime.describe('When the purchase was accepted.'),
    resolve_by: DateTime.describe(
      'The latest time at which the purchase is final. If the network has not confirmed by then, the purchase fails with `network_timeout`.',
    ),
    completed_at: DateTime.nullable().describe(
      'When the purchase became `successful` or `failed`; null while it is pending.',
    ),
    delivery: Delivery.nullable().describe('Present once the network confirmed the credit; otherwise null.'),
    failure: Failure.nullable().describe('Present if the purchase failed; otherwise null.'),
    reversal: Reversal.nullable().describe('Present if the purchase was reversed; otherwise null.'),
    metadata: StoredMetadata,
  })
  .meta({
    id: 'Purchase',
    description: 'One bundle, bought for one phone number.',
    examples: [SUCCESSFUL_PURCHASE],
  });
export type PurchaseResource = z.output<typeof PurchaseResource>;

/** The body of POST /v1/purchases. An unknown field is rejected: a spelling mistake must not buy the wrong thing. */
export const CreatePurchase = z
  .strictObject({
    reference: Reference,
    phone_number: PhoneNumber.describe('The number that receives the bundle.'),
    bundle_id: NamedId.meta({
      description: 'The bundle to buy, from `GET /v1/bundles`.',
      examples: ['bnd_mtn_ng_1gb_30d'],
    }),
    network_id: NamedId.optional().meta({
      description:
        'The network that you expect. If the number is on another network, the purchase is rejected with `network_mismatch`. If you leave it out, the number is looked up.',
      examples: ['net_mtn_ng'],
    }),
    metadata: Metadata.optional(),
  })
  .meta({
    id: 'CreatePurchase',
    description: 'The bundle to buy and the number that receives it.',
    examples: [{ reference: 'order-1001', phone_number: '+2348031234567', bundle_id: 'bnd_mtn_ng_1gb_30d' }],
  });
export type CreatePurchase = z.output<typeof CreatePurchase>;

/** Renders a purchase as clients see it: the same for GET, POST and events. */
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
