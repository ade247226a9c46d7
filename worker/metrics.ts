import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Pool } from 'pg';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { readBacklog } from '../db/backlog.ts';
import { countAccountsToClose } from '../db/close-days.ts';
import { addGatewayMetrics } from './gateway-metrics.ts';

/** Serves the process's metrics at /metrics and says at /health that it lives. */
export async function serveMetrics(
  pool: Pool,
  host: string,
  port: number,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const registry = workerMetrics(pool);
  const server = createServer({ requestTimeout: 5_000 }, (request, response) => {
    if (request.url === '/health') {
      response.end('ok\n');
      return;
    }
    if (request.url !== '/metrics') {
      response.writeHead(404).end('not found; see /metrics\n');
      return;
    }
    registry.metrics().then(
      (text) => response.setHeader('content-type', registry.contentType).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    url: `http://${host}:${isAddress(address) ? address.port : port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Read from PostgreSQL when they are asked for. */
function workerMetrics(pool: Pool): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'bundlewire_worker_' });
  new Gauge({
    name: 'bundlewire_statements_unclosed',
    help: 'Accounts with a statement that is not closed though its day has ended',
    registers: [registry],
    async collect() {
      this.set(await countAccountsToClose(pool));
    },
  });
  addGatewayMetrics(registry, pool);
  const waiting = new Gauge({
    name: 'bundlewire_outbox_waiting',
    help: 'Outbox rows that wait, by queue',
    labelNames: ['queue'],
    registers: [registry],
  });
  const oldest = new Gauge({
    name: 'bundlewire_outbox_oldest_seconds',
    help: 'Age of the oldest outbox row, by queue',
    labelNames: ['queue'],
    registers: [registry],
    async collect() {
      waiting.reset();
      oldest.reset();
      for (const backlog of await readBacklog(pool)) {
        waiting.labels(backlog.queue).set(backlog.waiting);
        oldest.labels(backlog.queue).set(backlog.oldestSeconds);
      }
    },
  });
  return registry;
}

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return address !== null && typeof address === 'object';
}
