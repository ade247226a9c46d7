import type { CallbackReading, GatewayAdapter, RawCallback } from '../../../adapters/adapter.ts';

/** A gateway whose callbacks say in JSON how they are to be read, unless `read` says otherwise. */
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
