import type { GatewayAdapter } from '../../../adapters/adapter.ts';
import type { NetworkRoutes } from '../../../services/purchases/ports.ts';
import { createPurchasePorts, type PurchasePorts } from '../purchases/ports.ts';
import type { TwoGateways } from './two-gateways.ts';

/**
 * The services, with a main gateway that is changed.
 * @param only the routes of each network; as before if left out.
 */
export function withMain(
  { ports }: Pick<TwoGateways, 'ports'>,
  change: Partial<GatewayAdapter>,
  only: NetworkRoutes | undefined = ports.routes,
): PurchasePorts {
  const { adapterFor, pool, ledger, alerts } = ports;
  return createPurchasePorts({
    pool,
    ledger,
    alerts,
    ...(only === undefined ? {} : { routes: only }),
    adapterFor: (networkId, livemode, route) => {
      const adapter = adapterFor(networkId, livemode, route);
      return adapter === null || route === 'reloadly' ? adapter : { ...adapter, ...change };
    },
  });
}
