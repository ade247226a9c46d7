import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import { countOpenNews, readStandingAlerts } from '../../db/networks/gateway-alerts.ts';
import { MAIN_ROUTE } from '../../domain/network/route.ts';
import { listBelowCost } from '../../services/staff/margins.ts';
import { databaseGauges } from './database-gauges.ts';
import { reuse } from './reuse.ts';

/** Prices change rarely, and a scrape may come every few seconds. */
const PRICES_FRESH_MS = 60_000;

/** Gauges of gateway alerts and of cases that people must decide, read from PostgreSQL at each scrape. */
export function addGatewayMetrics(registry: Registry, pool: Pool): void {
  const group = databaseGauges(registry, pool);
  const belowCost = reuse(() => listBelowCost(pool), PRICES_FRESH_MS);
  group(
    {
      gateway_alert: [
        'How often a current gateway alert was raised, by network, mode and kind; with the route, except for main',
        ['network', 'mode', 'kind', 'route'],
      ],
    },
    async (set) => {
      for (const { networkId: network, livemode, route, kind, times } of await readStandingAlerts(pool)) {
        const labels = { network, mode: livemode ? 'live' : 'test', kind };
        set('gateway_alert')(route === MAIN_ROUTE ? labels : { ...labels, route }, times);
      }
    },
  );
  group(
    {
      bundles_below_cost: [
        'Bundles that a live account buys for less than what a gateway takes that may get the purchase, by network',
        ['network'],
      ],
    },
    async (set) => {
      const networks = Map.groupBy(await belowCost(), ({ networkId }) => networkId);
      for (const [network, rows] of networks) {
        set('bundles_below_cost')({ network }, new Set(rows.map(({ bundleId }) => bundleId)).size);
      }
    },
  );
  group(
    {
      late_confirmations_open: [
        'Bundles delivered after their purchase had failed, which no one has decided yet',
        [],
      ],
      contradictions_open: ['Purchases with a report that contradicts what was booked', []],
    },
    async (set) => {
      const { contradictions, lateConfirmations } = await countOpenNews(pool);
      set('late_confirmations_open')({}, lateConfirmations);
      set('contradictions_open')({}, contradictions);
    },
  );
}
