import type { CallbackReading, GatewayAdapter, RawCallback } from '../../../adapters/adapter.ts';

/** A gateway whose callbacks contain their reading as JSON, by default. */
export function jsonGateway(read: (callback: RawCallback) => CallbackReading = readJson): GatewayAdapter {
  return {
    protocol: 'test',
    deduplicatesKey: true,
    inquiry: null,
    callbacks: { headers: [], receipt: '{}', read },
    cancellation: null,
    orderList: null,
    wallet: null,
    isProduct: null,
    submit: async () => ({ kind: 'accepted', gatewayId: null }),
    close: async () => {},
  };
}

export function readJson({ body }: RawCallback): CallbackReading {
  return JSON.parse(body.toString());
}
