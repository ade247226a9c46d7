import type { Pool } from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { countOpenNews, readStandingAlerts } from '../db/gateway-alerts.ts';

/** What waits for people at the gateways, read from PostgreSQL when it is asked for. */
export function addGatewayMetrics(registry: Registry, pool: Pool): void {
  new Gauge({
    name: 'bundlewire_gateway_alert',
    help: 'How often an alert that stands now was raised, by network, mode and kind',
    labelNames: ['network', 'mode', 'kind'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { networkId, livemode, kind, times } of await readStandingAlerts(pool)) {
        this.labels(networkId, livemode ? 'live' : 'test', kind).set(times);
      }
    },
  });
  const late = new Gauge({
    name: 'bundlewire_late_confirmations_open',
    help: 'Deliveries that came after their purchase had failed, and that nobody has settled yet',
    registers: [registry],
  });
  new Gauge({
    name: 'bundlewire_contradictions_open',
    help: 'Purchases with news that contradicts what was booked, and that nobody has looked into yet',
    registers: [registry],
    async collect() {
      const { contradictions, lateConfirmations } = await countOpenNews(pool);
      this.set(contradictions);
      late.set(lateConfirmations);
    },
  });
}
