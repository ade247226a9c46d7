import type { Order } from '../../../domain/purchase/purchase.ts';

/** An order of 1 GB at MTN Nigeria with fifteen minutes to resolve, with changes. */
export function orderWith(different: Partial<Order> = {}): Order {
  return {
    id: 'pur_01kafg0000e008000000000010',
    accountId: 'acc_01kafg0000e008000000000011',
    livemode: true,
    reference: 'order-1',
    phoneNumber: '+2348031234567',
    networkId: 'net_mtn_ng',
    bundle: { id: 'bnd_1gb', name: '1 GB', dataMb: 1_024, validityHours: 24 },
    price: 50_000,
    currency: 'NGN',
    metadata: {},
    batchId: null,
    createdAt: new Date('2026-03-01T12:00:00.000Z'),
    resolveBy: new Date('2026-03-01T12:15:00.000Z'),
    ...different,
  };
}
