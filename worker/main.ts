import { readFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import { createAdapters, parseGateways } from '../adapters/registry.ts';
import { ConfigError, readWorkerConfig, type WorkerConfig } from '../config.ts';
import {
  type NetworkQueue,
  readBundleProducts,
  readNetworkQueues,
  readNetworks,
} from '../db/networks/networks.ts';
import { pingDatabase } from '../db/ping.ts';
import { createLog } from '../observability/log/log.ts';
import { createPurchaseLog } from '../observability/log/purchases.ts';
import { addDatabaseMetrics } from '../observability/metrics/database.ts';
import { addGatewayMetrics } from '../observability/metrics/gateway.ts';
import { serveProbes } from '../observability/metrics/probe-server.ts';
import { createProcessMetrics } from '../observability/metrics/process.ts';
import { startTracing } from '../observability/tracing/start.ts';
import type { Tracing } from '../observability/tracing/tracing.ts';
import { measureAdapters } from '../services/health/measured.ts';
import { createCallRecorder } from '../services/health/recorder.ts';
import { startHealthWatch } from '../services/health/watch.ts';
import type { Mailer } from '../services/mail/low-balance.ts';
import { createSender } from '../services/webhooks/send.ts';
import { checkGateways, checkProductCodes } from './check-gateways.ts';
import { createParts, type WorkerParts } from './parts.ts';
import { planWorkers } from './plans.ts';
import { createWorkerPools, endWorkerPools } from './pools.ts';
import { reaches } from './relay/heartbeat.ts';
import { listenForOutbox } from './relay/listen.ts';
import { startRelay } from './relay/relay.ts';
import { connectTemporal, type TemporalLink } from './relay/temporal-link.ts';
import { installTemporalRuntime } from './temporal/runtime.ts';
import { keepWorkersRunning, type WorkerGroup } from './temporal/workers.ts';
import { readWorkflowBundle } from './temporal/workflow-bundle.ts';

/** The worker process: relay and Temporal workers over one connection. It starts, and keeps deadlines, without Temporal. */
async function main(): Promise<void> {
  const config = readWorkerConfig(process.env);
  const log = createLog(config.LOG_LEVEL, 'worker');
  const tracing = await startTracing(config, 'worker', log);
  const sdkMetrics = await installTemporalRuntime(log);
  const metrics = createProcessMetrics('worker');
  const gateways = parseGateways(await readFile(config.GATEWAYS_FILE, 'utf8'));
  const adapters = createAdapters(gateways);
  const plainSender = createSender({
    allowPrivate: config.WEBHOOK_ALLOW_PRIVATE,
    refuse: config.WEBHOOK_REFUSE,
  });
  const purchaseLog = createPurchaseLog(log);
  const sent = tracing?.traceSends(plainSender) ?? plainSender;
  const sender = metrics.countSends(purchaseLog.logSends(sent));
  const pools = createWorkerPools(config.DATABASE_URL);
  const recorder = metrics.countCalls(createCallRecorder(pools.background, log));
  const called = tracing?.traceCalls(adapters.adapterFor) ?? adapters.adapterFor;
  const adapterFor = measureAdapters(purchaseLog.logCalls(called), recorder);
  const parts = createParts({
    config,
    pools,
    adapterFor,
    sender,
    metrics,
    purchaseLog,
    tracing,
    log,
  });

  const temporal = connectTemporal(
    config.TEMPORAL_ADDRESS,
    config.TEMPORAL_NAMESPACE,
    log,
    tracing === null ? [] : [tracing.temporal.client],
  );
  const [allQueues, networks, products] = await Promise.all([
    readNetworkQueues(pools.background),
    readNetworks(pools.background),
    readBundleProducts(pools.background),
  ]);
  const queues = servedQueues(allQueues, config);
  checkGateways(gateways, networks, log);
  checkProductCodes(gateways, products, log);
  const mailer = await openMailer(config);
  const relay = startRelay({
    ...parts,
    temporal,
    queues: queues.map(({ queue }) => queue),
    mailer,
    silentMs: config.SILENT_MS,
    resolveMarginMs: config.RESOLVE_MARGIN_MS,
    log,
  });
  const health = startHealthWatch({
    pool: pools.background,
    adapterFor: parts.adapterFor,
    walletMinimumFor: adapters.walletMinimumFor,
    networkIds: Object.keys(gateways.networks),
    recorder,
    log,
  });
  const listener = listenForOutbox(config.DATABASE_URL, relay.wake, log);
  const workers = runWorkers(temporal, config, parts, queues, log, tracing);
  addDatabaseMetrics(metrics.registry, pools.background);
  addGatewayMetrics(metrics.registry, pools.background);
  const checks = {
    postgresql: () => pingDatabase(pools.background),
    temporal: async () =>
      (await reaches(temporal)) ? null : 'not reached, or its workers have not started yet',
  };
  const probed = { registry: metrics.registry, moreMetrics: sdkMetrics, checks, log };
  const probes = await serveProbes(probed, config.HOST, config.PORT);
  // Without Temporal it is as ready as it can be: deadlines are kept, webhooks go out.
  await Promise.race([workers.then((group) => group?.running), temporal.unreachable]);
  log.info({ metrics_url: `${probes.url}/metrics` }, 'ready');

  onStop(async () => {
    await Promise.all([listener.stop(), relay.stop(), health.stop()]);
    const connecting = temporal.stopConnecting();
    await (await workers)?.stop();
    await connecting;
    await temporal.close();
    await Promise.all([parts.acceptLane.idle(), parts.settleLane.idle(), parts.alerts.idle()]);
    mailer?.close();
    await Promise.all([adapters.closeAll(), sender.close(), probes.close()]);
    await Promise.all([recorder.stop(), tracing?.stop()]);
    await endWorkerPools(pools);
  });
}

/** Loaded only where there is a mail server. */
async function openMailer({ SMTP_URL, MAIL_FROM }: WorkerConfig): Promise<Mailer | null> {
  if (SMTP_URL === undefined) return null;
  const { createMailer } = await import('../services/mail/low-balance.ts');
  return createMailer({ url: SMTP_URL, from: MAIL_FROM });
}

/** The queues of all networks, or those that the environment names. */
function servedQueues(
  all: readonly NetworkQueue[],
  { NETWORK_QUEUES: named }: WorkerConfig,
): readonly NetworkQueue[] {
  if (named.length === 0) return all;

  const missing = named.filter((name) => !all.some(({ queue }) => queue === name));
  if (missing.length > 0) {
    throw new ConfigError(
      `NETWORK_QUEUES names ${missing.join(', ')}; there are ${all.map(({ queue }) => queue).join(', ')}.`,
    );
  }
  return all.filter(({ queue }) => named.includes(queue));
}

/** Waits for Temporal, then keeps the workers running; null when the process stops before. */
async function runWorkers(
  temporal: TemporalLink,
  config: WorkerConfig,
  parts: WorkerParts,
  queues: readonly NetworkQueue[],
  log: Logger,
  tracing: Tracing | null,
): Promise<WorkerGroup | null> {
  const [workflowBundle, connection] = await Promise.all([
    readWorkflowBundle(config.WORKFLOW_BUNDLES, tracing === null ? 'plain' : 'traced'),
    temporal.connected,
  ]);
  if (connection === null) return null;
  const traced = tracing === null ? {} : { tracing: tracing.temporal };
  const setting = { connection, namespace: config.TEMPORAL_NAMESPACE, workflowBundle, log, ...traced };
  const group = keepWorkersRunning(setting, planWorkers(parts, queues));
  void group.running.then(temporal.open);
  return group;
}

/** Runs `stop` once, on the first SIGTERM or SIGINT. */
function onStop(stop: () => Promise<void>): void {
  let stopping = false;
  const once = () => {
    if (stopping) return;
    stopping = true;
    stop().catch((error: unknown) => {
      process.stderr.write(`The worker did not drain: ${String(error)}\n`);
      process.exit(1);
    });
  };
  process.on('SIGTERM', once);
  process.on('SIGINT', once);
}

main().catch((error: unknown) => {
  process.stderr.write(
    `The worker cannot start: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(error instanceof ConfigError ? 2 : 1);
});
