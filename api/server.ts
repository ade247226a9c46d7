import { readFile } from 'node:fs/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { createAdapters, parseGateways } from '../adapters/registry.ts';
import { createCatalogue } from '../catalogue/catalogue.ts';
import { type ApiConfig, ConfigError, readApiConfig } from '../config.ts';
import { troubleOf } from '../db/ping.ts';
import { createPool } from '../db/pool.ts';
import { measureAdapters } from '../health/measured.ts';
import { createCallRecorder } from '../health/recorder.ts';
import { createAcceptLane } from '../lanes/accept-lane.ts';
import { createSettleLane } from '../lanes/settle-lane.ts';
import { logGatewayAlerts } from '../log/gateway-alerts.ts';
import { createLog } from '../log/log.ts';
import { createPurchaseLog } from '../log/purchases.ts';
import { createBindProvider } from '../lookup/bind-provider.ts';
import { createLiveAnswers } from '../lookup/live-answers.ts';
import { createNumberLookups } from '../lookup/number-lookup.ts';
import { createProcessMetrics } from '../metrics/process-metrics.ts';
import { createNotifier } from '../relay/notifier.ts';
import { createAlerts } from '../settlement/alerts.ts';
import { startTracing } from '../tracing/start.ts';
import { buildApp } from './app.ts';
import { createCursors } from './cursor.ts';
import { createDrain } from './drain.ts';

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

  const pool = createPool(config.DATABASE_URL, { max: 8, applicationName: 'bundlewire-api' });
  const keysPool = createPool(config.DATABASE_URL, { max: 2, applicationName: 'bundlewire-api-keys' });
  const lanePool = createPool(config.DATABASE_URL, {
    max: 10,
    applicationName: 'bundlewire-api-lanes',
    use: 'lanes',
  });
  const catalogue = createCatalogue(pool);
  const onOutbox = createNotifier(pool);
  const metrics = createProcessMetrics('api');
  const said = createPurchaseLog(log);
  const acceptLane = createAcceptLane({
    pool: lanePool,
    networks: catalogue.terms,
    onOutbox,
    onBatch: metrics.observeLane('accept'),
  });
  const settleLane = createSettleLane({
    pool: lanePool,
    onOutbox,
    onBatch: metrics.observeLane('settle'),
    onSettled: (purchase) => {
      metrics.settled(purchase);
      said.settled(purchase);
    },
  });
  const drain = createDrain();

  const recorder = metrics.countCalls(createCallRecorder(pool, log));
  const live = livePorting(config, pool, log);

  const called = tracing?.traceCalls(adapters.adapterFor) ?? adapters.adapterFor;
  const alerts = createAlerts({ pool, ...logGatewayAlerts(log) });
  const app = await buildApp({
    pool,
    keysPool,
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
    probes: {
      registry: metrics.registry,
      checks: {
        postgresql: () => troubleOf(pool),
        process: async () => (drain.isDraining() ? 'draining' : null),
      },
    },
    lookups: createNumberLookups(pool, catalogue, live?.answers ?? null),
    trustedProxies: config.TRUSTED_PROXIES,
    failedAttempts: { perSecond: config.FAILED_ATTEMPTS_PER_SECOND, burst: config.FAILED_ATTEMPTS_BURST },
  });
  const url = await app.listen({ host: config.HOST, port: config.PORT, backlog: UNACCEPTED_MAX });
  log.info({ url, metrics_url: `${url}/metrics` }, 'ready');

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await drain.begin(config.DRAIN_MS);
    await app.close();
    await Promise.all([acceptLane.idle(), settleLane.idle(), alerts.idle()]);
    await Promise.all([adapters.closeAll(), live?.provider.close()]);
    await Promise.all([recorder.stop(), tracing?.stop()]);
    await Promise.all([pool.end(), keysPool.end(), lanePool.end()]);
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
