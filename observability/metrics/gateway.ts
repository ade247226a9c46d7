import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import { countOpenNews, readStandingAlerts } from '../../db/networks/gateway-alerts.ts';
import { databaseGauges } from './database-gauges.ts';

/** What waits for people at the gateways, read from PostgreSQL when it is asked for. */
export function addGatewayMetrics(registry: Registry, pool: Pool): void {
  const group = databaseGauges(registry, pool);
  group(
    {
      gateway_alert: [
        'How often an alert that stands now was raised, by network, mode and kind',
        ['network', 'mode', 'kind'],
      ],
    },
    async (set) => {
      for (const { networkId: network, livemode, kind, times } of await readStandingAlerts(pool)) {
        set('gateway_alert')({ network, mode: livemode ? 'live' : 'test', kind }, times);
      }
    },
  );
  group(
    {
      late_confirmations_open: [
        'Deliveries that came after their purchase had failed, and that are not settled yet',
        [],
      ],
      contradictions_open: ['Purchases with open news that contradicts what was booked', []],
    },
    async (set) => {
      const { contradictions, lateConfirmations } = await countOpenNews(pool);
      set('late_confirmations_open')({}, lateConfirmations);
      set('contradictions_open')({}, contradictions);
    },
  );
}
