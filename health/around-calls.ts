import type { CreditOutcome, GatewayAdapter, InquiryOutcome } from '../adapters/adapter.ts';
import type { Adapters } from '../adapters/registry.ts';
import type { PurchaseId } from '../domain/ids.ts';
import { purchaseOfCreditKey } from '../domain/queues.ts';

/** A call to a gateway about one purchase. */
export interface GatewayCall {
  readonly networkId: string;
  readonly livemode: boolean;
  readonly call: 'submit' | 'inquire' | 'cancel';
  /** Null where the key is none of ours. */
  readonly purchaseId: PurchaseId | null;
}

export type CallOutcome = CreditOutcome | InquiryOutcome;

/** Makes the call by `run`, once, and answers what that answers. */
export type Around = <T extends CallOutcome>(call: GatewayCall, run: () => Promise<T>) => Promise<T>;

/** Our own word for why, where there is one; never the gateway's. */
export function reasonOf(outcome: CallOutcome): string | null {
  return outcome.kind === 'unknown' || outcome.kind === 'not_submitted' ? outcome.reason : null;
}

/** The same adapters, with something done around each call about a purchase. */
export function aroundCalls(adapterFor: Adapters['adapterFor'], around: Around): Adapters['adapterFor'] {
  const known = new Map<GatewayAdapter, GatewayAdapter>();
  return (networkId, livemode) => {
    const adapter = adapterFor(networkId, livemode);
    if (adapter === null) return null;
    const made = known.get(adapter) ?? withAround(adapter, { networkId, livemode }, around);
    known.set(adapter, made);
    return made;
  };
}

function withAround(
  adapter: GatewayAdapter,
  network: Pick<GatewayCall, 'networkId' | 'livemode'>,
  around: Around,
): GatewayAdapter {
  const of = (call: GatewayCall['call'], creditKey: string): GatewayCall => ({
    ...network,
    call,
    purchaseId: purchaseOfCreditKey(creditKey),
  });
  const { cancellation, inquiry } = adapter;
  return {
    ...adapter,
    submit: (order, call) => around(of('submit', order.creditKey), () => adapter.submit(order, call)),
    inquiry:
      inquiry === null
        ? null
        : {
            inquire: (order, call) =>
              around(of('inquire', order.creditKey), () => inquiry.inquire(order, call)),
          },
    cancellation:
      cancellation === null
        ? null
        : {
            cancel: (order, call) =>
              around(of('cancel', order.creditKey), () => cancellation.cancel(order, call)),
          },
  };
}
