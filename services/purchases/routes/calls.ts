import type { RouteInMode } from '../../../db/purchases/send-tokens.ts';
import type { NetworkRoutes } from '../ports.ts';

/**
 * Calls of each kind that this process makes to the gateways of a network at the same time. Where there are several gateways, each has
 * an equal part, so a silent one leaves slots of the Temporal worker to the others.
 */
export const CALLS_MAX = { submit: 200, inquiry: 100 } as const;
export type CallKind = keyof typeof CALLS_MAX;

/** The calls under way to the gateways of networks with several. */
export interface RouteCalls {
  /**
   * Whether a gateway has its part of the calls. Never, where a network has one gateway.
   * @param more calls that are about to begin
   */
  isFull(kind: CallKind, of: RouteInMode, more?: number): boolean;
  /** Makes a call, and counts it until it ends. */
  during<T>(kind: CallKind, of: RouteInMode, call: () => Promise<T>): Promise<T>;
}

export function createRouteCalls(routes: NetworkRoutes): RouteCalls {
  const underWay = new Map<string, number>();
  const keyOf = (kind: CallKind, { networkId, livemode, route }: RouteInMode) =>
    `${kind} ${networkId} ${livemode} ${route}`;
  const count = (key: string) => underWay.get(key) ?? 0;
  return {
    isFull(kind, of, more = 0) {
      const several = routes.of(of.networkId, of.livemode).length;
      return several > 1 && count(keyOf(kind, of)) + more >= CALLS_MAX[kind] / several;
    },
    async during(kind, of, call) {
      const key = keyOf(kind, of);
      underWay.set(key, count(key) + 1);
      try {
        return await call();
      } finally {
        underWay.set(key, count(key) - 1);
      }
    },
  };
}
