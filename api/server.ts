import { readFile } from 'node:fs/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { createAdapters, parseGateways } from '../adapters/registry.ts';
import { type ApiConfig, ConfigError, readApiConfig } from '../config.ts';
import { createNotifier } from '../db/outbox/notifier.ts';
import { pingDatabase } from '../db/ping.ts';
import { logGatewayAlerts } from '../observability/log/gateway-alerts.ts';
import { createLog } from '../observability/log/log.ts';
import { createPurchaseLog } from '../observability/log/purchases.ts';
import { serveProbes } from '../observability/metrics/probe-server.ts';
import { createProcessMetrics } from '../observability/metrics/process.ts';
import { startTracing } from '../observability/tracing/start.ts';
import { createCatalogue } from '../services/catalogue/catalogue.ts';
import { measureAdapters } from '../services/health/measured.ts';
import { createCallRecorder } from '../services/health/recorder.ts';
import { createBindProvider } from '../services/numbers/bind-provider.ts';
import { createLiveAnswers } from '../services/numbers/live-answers.ts';
import { createNumberLookups } from '../services/numbers/number-lookup.ts';
import { createAcceptLane } from '../services/purchases/accept-lane.ts';
import { createAlerts } from '../services/purchases/alerts.ts';
import { createSettleLane } from '../services/purchases/settle-lane.ts';
import { buildApp } from './app.ts';
import { createDrain } from './plugins/drain.ts';
import { createApiPools, endApiPools } from './pools.ts';
import { createCursors } from './routes/cursor.ts';

/**
 * Connections that may wait to be accepted. One that finds no room is not told, and its client tries again after seconds that
 * count in no figure of ours; the system allows this many at most unless it is set to more.
 */
const UNACCEPTED_MAX = 4_096;

/** The API process: wires its parts, listens, and drains on SIGTERM. */
async function main(): Promise<void> {
  const config = readApiConfig(process.env);
  const log = createLog(config.LOG_LEVEL, 'api');
  const tracing = await startTracing(config, 'api', log);
  const gateways = parseGateways(await readFile(config.GATEWAYS_FILE, 'utf8'));
  const adapters = createAdapters(gateways);

  const pools = createApiPools(config.DATABASE_URL);
  const catalogue = createCatalogue(pools.purchases);
  const onOutbox = createNotifier(pools.purchases);
  const metrics = createProcessMetrics('api');
  const said = createPurchaseLog(log);
  const acceptLane = createAcceptLane({
    pool: pools.lanes,
    networks: catalogue.terms,
    onOutbox,
    onBatch: metrics.observeLane('accept'),
  });
  const settleLane = createSettleLane({
    pool: pools.lanes,
    onOutbox,
    onBatch: metrics.observeLane('settle'),
    resolveMarginMs: config.RESOLVE_MARGIN_MS,
    onSettled: (purchase) => {
      metrics.settled(purchase);
      said.settled(purchase);
    },
  });
  const drain = createDrain();

  const recorder = metrics.countCalls(createCallRecorder(pools.purchases, log));
  const live = livePorting(config, pools.purchases, log);

  const called = tracing?.traceCalls(adapters.adapterFor) ?? adapters.adapterFor;
  const alerts = createAlerts({ pool: pools.purchases, ...logGatewayAlerts(log) });
  const app = await buildApp({
    pools,
    acceptLane,
    settleLane,
    catalogue,
    cursors: createCursors(),
    adapterFor: measureAdapters(said.logCalls(called), recorder),
    alerts,
    gateways,
    onOutbox,
    log,
    drain,
    ...(tracing === null ? {} : { tracing }),
    registry: metrics.registry,
    lookups: createNumberLookups(pools.purchases, catalogue, live?.answers ?? null),
    trustedProxies: config.TRUSTED_PROXIES,
    pressure: {
      eventLoopDelayMs: config.MAX_EVENT_LOOP_DELAY_MS,
      rssBytes: config.MAX_RSS_MIB * 1024 * 1024,
    },
    failedAttempts: { perSecond: config.FAILED_ATTEMPTS_PER_SECOND, burst: config.FAILED_ATTEMPTS_BURST },
  });
  const url = await app.listen({ host: config.HOST, port: config.PORT, backlog: UNACCEPTED_MAX });
  const checks = {
    postgresql: () => pingDatabase(pools.probes),
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
    await Promise.all([acceptLane.idle(), settleLane.idle(), alerts.idle()]);
    await Promise.all([adapters.closeAll(), live?.provider.close()]);
    await Promise.all([recorder.stop(), tracing?.stop(), probes.close()]);
    await endApiPools(pools);
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
}

/** The live porting provider of the settings; null when there is none. */
function livePorting(config: ApiConfig, pool: Pool, log: Logger) {
  const { PORTING_URL, PORTING_KEY, PORTING_TIMEOUT_MS, PORTING_FRESH_HOURS } = config;
  if (PORTING_URL === undefined || PORTING_KEY === undefined) return null;

  const provider = createBindProvider({
    baseUrl: PORTING_URL,
    apiKey: PORTING_KEY,
    timeoutMs: PORTING_TIMEOUT_MS,
  });
  const answers = createLiveAnswers(pool, {
    provider,
    freshForMs: PORTING_FRESH_HOURS * 3_600_000,
    waitMs: PORTING_TIMEOUT_MS,
    onFailure: (why) => log.warn({ why }, 'the porting provider was of no use; the tables decide'),
  });
  return { provider, answers };
}

main().catch((error: unknown) => {
  process.stderr.write(`The API cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof ConfigError ? 2 : 1;
});
