import type { GatewayAdapter, InquiryOutcome, SubmitOutcome } from '../../adapters/adapter.ts';
import type { Adapters } from '../../adapters/registry.ts';
import type { PurchaseId } from '../../domain/ids.ts';
import { MAIN_ROUTE } from '../../domain/network/route.ts';
import { readGatewayReference } from '../../domain/purchase/gateway-reference.ts';

/** Which gateway: a network has one for each mode on each of its routes. */
export interface GatewayKey {
  readonly networkId: string;
  readonly livemode: boolean;
  readonly route: string;
}

/** A call to a gateway about one purchase. */
export interface GatewayCall extends GatewayKey {
  readonly call: 'submit' | 'inquire' | 'cancel';
  /** Null if the key is not one of our purchases. */
  readonly purchaseId: PurchaseId | null;
}

export type CallOutcome = SubmitOutcome | InquiryOutcome;

/** Makes the call with `run`, once, and returns its result. */
export type Around = <T extends CallOutcome>(call: GatewayCall, run: () => Promise<T>) => Promise<T>;

/** Our own code for the reason, if there is one; never the gateway's text. */
export function readReason(outcome: CallOutcome): string | null {
  return outcome.kind === 'unknown' || outcome.kind === 'not_submitted' ? outcome.reason : null;
}

/** The same adapters, with something done around each call about a purchase. */
export function aroundCalls(adapterFor: Adapters['adapterFor'], around: Around): Adapters['adapterFor'] {
  return changedAdapters(adapterFor, (adapter, network) => withAround(adapter, network, around));
}

/** The same adapters, each wrapped once and kept. */
export function changedAdapters(
  adapterFor: Adapters['adapterFor'],
  change: (adapter: GatewayAdapter, network: GatewayKey) => GatewayAdapter,
): Adapters['adapterFor'] {
  const known = new Map<GatewayAdapter, GatewayAdapter>();
  return (networkId, livemode, route = MAIN_ROUTE) => {
    const adapter = adapterFor(networkId, livemode, route);
    if (adapter === null) return null;
    const changed = known.get(adapter) ?? change(adapter, { networkId, livemode, route });
    known.set(adapter, changed);
    return changed;
  };
}

function withAround(adapter: GatewayAdapter, network: GatewayKey, around: Around): GatewayAdapter {
  const of = (call: GatewayCall['call'], gatewayReference: string): GatewayCall => ({
    ...network,
    call,
    purchaseId: readGatewayReference(gatewayReference),
  });
  const { cancellation, inquiry } = adapter;
  return {
    ...adapter,
    submit: (order, call) => around(of('submit', order.gatewayReference), () => adapter.submit(order, call)),
    inquiry:
      inquiry === null
        ? null
        : {
            inquire: (order, call) =>
              around(of('inquire', order.gatewayReference), () => inquiry.inquire(order, call)),
          },
    cancellation:
      cancellation === null
        ? null
        : {
            cancel: (order, call) =>
              around(of('cancel', order.gatewayReference), () => cancellation.cancel(order, call)),
          },
  };
}
