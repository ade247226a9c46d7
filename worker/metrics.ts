import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { type Checks, readReadiness } from '../metrics/readiness.ts';
import type { SdkMetrics } from './temporal-runtime.ts';

/** What the worker's own port answers with. */
export interface Probed {
  readonly registry: Registry;
  readonly sdkMetrics: SdkMetrics;
  readonly checks: Checks;
  readonly log: Logger;
}

/** Serves /metrics, /livez, and /readyz that tells which dependency fails. */
export async function serveMetrics(
  probed: Probed,
  host: string,
  port: number,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer({ requestTimeout: 5_000 }, (request, response) => {
    answer(probed, request.url ?? '', response).catch((error: unknown) => {
      probed.log.warn({ err: error, url: request.url }, 'metrics or readiness could not be read');
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
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

async function answer(probed: Probed, url: string, response: ServerResponse): Promise<void> {
  switch (url) {
    case '/livez':
    case '/health':
      response.end('ok\n');
      return;
    case '/readyz': {
      const { ready, body } = await readReadiness(probed.checks);
      response.writeHead(ready ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      return;
    }
    case '/metrics': {
      const [own, sdk] = await Promise.all([
        probed.registry.metrics(),
        // Without the SDK's figures ours are worth having all the same.
        probed.sdkMetrics().catch(() => ''),
      ]);
      response.writeHead(200, { 'content-type': probed.registry.contentType }).end(`${own}\n${sdk}`);
      return;
    }
    default:
      response.writeHead(404).end('not found; see /metrics, /livez and /readyz\n');
  }
}

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return address !== null && typeof address === 'object';
}
