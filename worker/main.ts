import { readFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import { parseGateways } from '../adapters/registry.ts';
import { readWorkerConfig, type WorkerConfig } from '../config/config.ts';
import { ConfigError } from '../config/read.ts';
import {
  type NetworkQueue,
  readBundleProducts,
  readNetworkQueues,
  readNetworks,
} from '../db/networks/networks.ts';
import { pingDatabase } from '../db/ping.ts';
import { createLog } from '../observability/log/log.ts';
import { addDatabaseMetrics } from '../observability/metrics/database.ts';
import { addGatewayMetrics } from '../observability/metrics/gateway.ts';
import { serveProbes } from '../observability/metrics/probe-server.ts';
import { createProcessMetrics } from '../observability/metrics/process.ts';
import { addProvedVolume } from '../observability/metrics/proved-volume.ts';
import { addRouteMetrics } from '../observability/metrics/routes.ts';
import { startTracing } from '../observability/tracing/start.ts';
import type { Tracing } from '../observability/tracing/tracing.ts';
import { startHealthWatch } from '../services/health/watch.ts';
import type { Mailer } from '../services/mail/mailer.ts';
import { checkGateways, checkProductCodes } from './check-gateways.ts';
import { createParts } from './parts.ts';
import { planWorkers } from './plans.ts';
import { reaches } from './relay/heartbeat.ts';
import { listenForOutbox } from './relay/listen.ts';
import { HEARTBEAT, startRelay } from './relay/relay.ts';
import { connectTemporal, type TemporalLink } from './relay/temporal-link.ts';
import { installTemporalRuntime } from './temporal/runtime.ts';
import { keepWorkersRunning, type WorkerGroup, type WorkerPlan } from './temporal/workers.ts';
import { readWorkflowBundle } from './temporal/workflow-bundle.ts';

/** The worker process: relay and Temporal workers over one connection. It starts, and keeps deadlines, without Temporal. */
async function main(): Promise<void> {
  const config = readWorkerConfig(process.env);
  const log = createLog(config.LOG_LEVEL, 'worker');
  const tracing = await startTracing(config, 'worker', log);
  const sdkMetrics = await installTemporalRuntime(log);
  const metrics = createProcessMetrics('worker');
  const gateways = parseGateways(await readFile(config.GATEWAYS_FILE, 'utf8'));
  const parts = createParts({ config, gateways, metrics, tracing, log });
  const pool = parts.pools.background;

  const temporal = connectTemporal(
    config.TEMPORAL_ADDRESS,
    config.TEMPORAL_NAMESPACE,
    log,
    tracing === null ? [] : [tracing.temporal.client],
  );
  const [allQueues, networks, products] = await Promise.all([
    readNetworkQueues(pool),
    readNetworks(pool),
    readBundleProducts(pool),
  ]);
  const queues = servedQueues(allQueues, config);
  checkGateways(gateways, networks, log);
  checkProductCodes(gateways, products, log);
  const mailer = await openMailer(config);
  const relay = startRelay({
    ...parts.relay,
    temporal,
    queues: queues.map(({ queue }) => queue),
    mailer,
    log,
  });
  const health = startHealthWatch({ ...parts.health, log });
  const listener = listenForOutbox(config.DATABASE_URL, relay.wake, log);
  const plans = planWorkers(parts.activities, queues, parts.relay.routes);
  const workers = runWorkers(temporal, config, plans, log, tracing);
  addDatabaseMetrics(metrics.registry, pool);
  addGatewayMetrics(metrics.registry, pool);
  addRouteMetrics(metrics.registry, pool);
  addProvedVolume(metrics.registry, pool);
  const checks = {
    postgresql: () => pingDatabase(pool),
    temporal: async () =>
      (await reaches(temporal)) ? null : 'not reached, or its workers have not started yet',
  };
  const probed = { registry: metrics.registry, moreMetrics: sdkMetrics, checks, log };
  const probes = await serveProbes(probed, config.HOST, config.PORT);
  // Without Temporal the process is as ready as it can be: it keeps deadlines and sends webhooks.
  await Promise.race([workers.then((group) => group?.running), temporal.unreachable]);
  // The first heartbeat was sent before the workers started, and says that Temporal is not reached.
  relay.wake(HEARTBEAT);
  log.info({ metrics_url: `${probes.url}/metrics` }, 'ready');

  onStop(async () => {
    await Promise.all([listener.stop(), relay.stop(), health.stop()]);
    const connecting = temporal.stopConnecting();
    await (await workers)?.stop();
    await connecting;
    await temporal.close();
    mailer?.close();
    await probes.close();
    await parts.close();
    await tracing?.stop();
  });
}

/** Loaded only if there is a mail server. */
async function openMailer({ SMTP_URL, MAIL_FROM, PUBLIC_URL }: WorkerConfig): Promise<Mailer | null> {
  if (SMTP_URL === undefined) return null;
  const { createMailer } = await import('../services/mail/mailer.ts');
  return createMailer({ url: SMTP_URL, from: MAIL_FROM, publicUrl: PUBLIC_URL ?? null });
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

/** Waits for Temporal, then keeps the workers running; null if the process stops before that. */
async function runWorkers(
  temporal: TemporalLink,
  config: WorkerConfig,
  plans: readonly WorkerPlan[],
  log: Logger,
  tracing: Tracing | null,
): Promise<WorkerGroup | null> {
  const [workflowBundle, connection] = await Promise.all([
    readWorkflowBundle(config.WORKFLOW_BUNDLES, tracing === null ? 'plain' : 'traced'),
    temporal.connected,
  ]);
  if (connection === null) return null;
  const traced = tracing === null ? {} : { tracing: tracing.temporal };
  const { TEMPORAL_NAMESPACE: namespace, WORKER_BUILD_ID: buildId } = config;
  const versioned = buildId === undefined ? {} : { buildId };
  const setting = { connection, namespace, workflowBundle, log, ...versioned, ...traced };
  const group = keepWorkersRunning(setting, plans);
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
