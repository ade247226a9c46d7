import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import { readRouteGauges } from '../../db/networks/route-gauges.ts';
import { databaseGauges } from './database-gauges.ts';

/** Gauges of each gateway of networks with several, read from PostgreSQL at each scrape. Other networks have none of them. */
export function addRouteMetrics(registry: Registry, pool: Pool): void {
  const group = databaseGauges(registry, pool);
  group(
    {
      route_status: [
        '1 for the current health of a gateway of a network with several',
        ['network', 'route', 'status'],
      ],
      route_balance: [
        'Our wallet at the gateway, in the major unit of the currency',
        ['network', 'route', 'currency'],
      ],
      route_balance_minimum: ['Below this, SupplierBalanceLow fires', ['network', 'route', 'currency']],
      route_calls: ['Calls to the gateway in the last minute', ['network', 'route']],
      route_troubles: ['Those of them that timed out or failed', ['network', 'route']],
      route_in_flight: ['Purchases that the gateway may still deliver', ['network', 'route']],
      route_in_flight_max: ['Maximum number of them', ['network', 'route']],
      route_rate_max: [
        'Purchases per second that the gateway gets at most, if it has a separate pace',
        ['network', 'route'],
      ],
    },
    async (set) => {
      for (const { networkId: network, route, wallet, ...gauges } of await readRouteGauges(pool)) {
        const labels = { network, route };
        set('route_status')({ ...labels, status: gauges.phase }, 1);
        set('route_calls')(labels, gauges.calls);
        set('route_troubles')(labels, gauges.troubles);
        set('route_in_flight')(labels, gauges.inFlight);
        set('route_in_flight_max')(labels, gauges.inFlightMax);
        if (gauges.ratePerSecond !== null) set('route_rate_max')(labels, gauges.ratePerSecond);
        if (wallet === null) continue;
        const currency = { ...labels, currency: wallet.currency };
        set('route_balance')(currency, Number(wallet.available));
        if (wallet.minimum !== null) set('route_balance_minimum')(currency, Number(wallet.minimum));
      }
    },
  );
}
