import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { type Checks, readReadiness } from './readiness.ts';
import { reuse } from './reuse.ts';

/** The sources of what the probe port serves. */
export interface Probed {
  readonly registry: Registry;
  readonly checks: Checks;
  /** More metrics in the Prometheus text format; omitted if the call rejects. */
  readonly moreMetrics?: () => Promise<string>;
  readonly log: Logger;
}

export interface ProbeServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Maximum age of an answer, so that frequent requests cost no more than one per second. */
const FRESH_MS = 1_000;
const CONNECTIONS_MAX = 256;

interface Sources {
  readonly readiness: () => ReturnType<typeof readReadiness>;
  readonly metrics: () => Promise<string>;
}

/**
 * Serves /metrics, /livez and /readyz (which names the failing dependency) on a port for the internal network only.
 * Requests within a second share one answer of /metrics and /readyz.
 */
export async function serveProbes(probed: Probed, host: string, port: number): Promise<ProbeServer> {
  const sources: Sources = {
    readiness: reuse(() => readReadiness(probed.checks), FRESH_MS),
    metrics: reuse(() => readMetrics(probed), FRESH_MS),
  };
  const server = createServer({ requestTimeout: 5_000 }, (request, response) => {
    answer(sources, probed.registry.contentType, request.url ?? '', response).catch((error: unknown) => {
      probed.log.warn({ err: error, url: request.url }, 'probe request failed');
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  server.maxConnections = CONNECTIONS_MAX;
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

async function readMetrics({ registry, moreMetrics }: Probed): Promise<string> {
  const [own, more] = await Promise.all([registry.metrics(), moreMetrics?.().catch(() => '') ?? '']);
  return `${own}\n${more}`;
}

async function answer(
  { readiness, metrics }: Sources,
  metricsType: string,
  url: string,
  response: ServerResponse,
): Promise<void> {
  switch (url) {
    case '/livez':
    case '/health':
      response.end('ok\n');
      return;
    case '/readyz': {
      const { ready, body } = await readiness();
      response.writeHead(ready ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      return;
    }
    case '/metrics': {
      // Read before the headers are sent: if reading fails, the scrape must fail with 500.
      const text = await metrics();
      response.writeHead(200, { 'content-type': metricsType }).end(text);
      return;
    }
    default:
      response.writeHead(404).end('not found; see /metrics, /livez and /readyz\n');
  }
}

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return address !== null && typeof address === 'object';
}
