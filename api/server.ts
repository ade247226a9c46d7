import { readFile } from 'node:fs/promises';
import { parseGateways } from '../adapters/registry.ts';
import { readApiConfig } from '../config/config.ts';
import { ConfigError } from '../config/read.ts';
import { pingDatabase } from '../db/ping.ts';
import { createLog } from '../observability/log/log.ts';
import { serveProbes } from '../observability/metrics/probe-server.ts';
import { createProcessMetrics } from '../observability/metrics/process.ts';
import { startTracing } from '../observability/tracing/start.ts';
import { buildApp } from './app.ts';
import { createParts } from './parts.ts';
import { createDrain } from './plugins/drain.ts';

/**
 * Connections that may wait to be accepted. If the queue is full, the system drops a connection silently, and its client
 * retries after seconds that our metrics do not show. Linux allows at most this many by default.
 */
const UNACCEPTED_MAX = 4_096;

/** The API process: listens, and drains on SIGTERM. */
async function main(): Promise<void> {
  const config = readApiConfig(process.env);
  const log = createLog(config.LOG_LEVEL, 'api');
  const tracing = await startTracing(config, 'api', log);
  const gateways = parseGateways(await readFile(config.GATEWAYS_FILE, 'utf8'));
  const metrics = createProcessMetrics('api');
  const parts = createParts({ config, gateways, metrics, tracing, log });
  const drain = createDrain();

  const app = await buildApp({
    ...parts.app,
    log,
    drain,
    ...(tracing === null ? {} : { tracing }),
    registry: metrics.registry,
    trustedProxies: config.TRUSTED_PROXIES,
    publicUrl: config.PUBLIC_URL ?? null,
    pressure: {
      eventLoopDelayMs: config.MAX_EVENT_LOOP_DELAY_MS,
      rssBytes: config.MAX_RSS_MIB * 1024 * 1024,
    },
    failedAttempts: { perSecond: config.FAILED_ATTEMPTS_PER_SECOND, burst: config.FAILED_ATTEMPTS_BURST },
  });
  const url = await app.listen({ host: config.HOST, port: config.PORT, backlog: UNACCEPTED_MAX });
  // Made once, on the first request. It takes a third of a second, for which no client must wait.
  await app.inject('/openapi.json');
  const checks = {
    postgresql: () => pingDatabase(parts.pools.probes),
    process: async () => (drain.isDraining() ? 'draining' : null),
  };
  const probed = { registry: metrics.registry, checks, log };
  const probes = await serveProbes(probed, config.PROBES_HOST ?? config.HOST, config.PROBES_PORT);
  log.info({ url, metrics_url: `${probes.url}/metrics` }, 'ready');

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await drain.begin(config.DRAIN_MS);
    await app.close();
    await probes.close();
    await parts.close();
    await tracing?.stop();
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
}

main().catch((error: unknown) => {
  process.stderr.write(`The API cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
  // Not only the code: a port that is open already would keep the process alive.
  process.exit(error instanceof ConfigError ? 2 : 1);
});
