import type { GatewayAdapter } from '../../../adapters/adapter.ts';
import { createPurchasePorts, type PurchasePorts } from '../purchases/ports.ts';
import type { TwoGateways } from './two-gateways.ts';

/** The services, with a main gateway that is changed. */
export function withMain(
  { ports }: Pick<TwoGateways, 'ports'>,
  change: Partial<GatewayAdapter>,
): PurchasePorts {
  const { adapterFor, pool, ledger, alerts, routes } = ports;
  return createPurchasePorts({
    pool,
    ledger,
    alerts,
    ...(routes === undefined ? {} : { routes }),
    adapterFor: (networkId, livemode, route) => {
      const adapter = adapterFor(networkId, livemode, route);
      return adapter === null || route === 'reloadly' ? adapter : { ...adapter, ...change };
    },
  });
}
