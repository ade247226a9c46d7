import type { GatewayAdapter } from '../../../adapters/adapter.ts';
import type { NetworkRoutes } from '../../../services/purchases/ports.ts';
import { createPurchasePorts, type PurchasePorts } from '../purchases/ports.ts';
import type { TwoGateways } from './two-gateways.ts';

/**
 * The services, with a main gateway that is changed.
 * @param only the routes of each network; as before if left out.
 */
export function withMain(
  network: Pick<TwoGateways, 'ports'>,
  change: Partial<GatewayAdapter>,
  only?: NetworkRoutes,
): PurchasePorts {
  return changed(network, (route) => (route === 'reloadly' ? {} : change), only);
}

/** The services, with a second gateway that is changed. */
export function withSecond(
  network: Pick<TwoGateways, 'ports'>,
  change: Partial<GatewayAdapter>,
): PurchasePorts {
  return changed(network, (route) => (route === 'reloadly' ? change : {}));
}

function changed(
  { ports }: Pick<TwoGateways, 'ports'>,
  changeOf: (route: string | undefined) => Partial<GatewayAdapter>,
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
      return adapter === null ? null : { ...adapter, ...changeOf(route) };
    },
  });
}
