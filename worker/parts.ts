import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { createBatchActivities } from '../activities/batches.ts';
import { createPurchaseActivities } from '../activities/purchase.ts';
import { createRecurrenceActivities } from '../activities/recurrences.ts';
import { createWebhookActivities } from '../activities/webhooks.ts';
import { createAdapters, type GatewaysConfig } from '../adapters/registry.ts';
import { toSecretsKeys, type WorkerConfig } from '../config/config.ts';
import { toRetentionDays } from '../config/retention.ts';
import { createNotifier } from '../db/outbox/notifier.ts';
import type { CrashPoint } from '../domain/purchase/crash-points.ts';
import { logGatewayAlerts } from '../observability/log/gateway-alerts.ts';
import { createPurchaseLog, type PurchaseLog } from '../observability/log/purchases.ts';
import type { ProcessMetrics } from '../observability/metrics/process.ts';
import type { Tracing } from '../observability/tracing/tracing.ts';
import { createTurns } from '../services/batches/turns.ts';
import { type Catalogue, createCatalogue } from '../services/catalogue/catalogue.ts';
import { measureAdapters } from '../services/health/measured.ts';
import { createCallRecorder } from '../services/health/recorder.ts';
import type { WatchDeps } from '../services/health/watch.ts';
import { createEraser } from '../services/privacy/eraser.ts';
import { createAcceptLane } from '../services/purchases/accept-lane.ts';
import { createAlerts } from '../services/purchases/alerts.ts';
import { createPurchaseServices } from '../services/purchases/services.ts';
import { createSettleLane } from '../services/purchases/settle-lane.ts';
import { createReconciler } from '../services/reconciliations/run.ts';
import { createClientDeliveries, createDeliveries } from '../services/webhooks/deliveries.ts';
import { createSender, type Sender } from '../services/webhooks/send.ts';
import { createCrashPoint } from './crash-point.ts';
import type { WorkerActivities } from './plans.ts';
import { createWorkerPools, endWorkerPools, type WorkerPools } from './pools.ts';
import type { RelayDeps } from './relay/relay.ts';

/** The parts of the process: each field has the dependencies of one part. */
export interface WorkerParts {
  readonly pools: WorkerPools;
  readonly relay: Pick<
    RelayDeps,
    | 'pools'
    | 'callbacks'
    | 'expirer'
    | 'deliveries'
    | 'clientDeliveries'
    | 'eraser'
    | 'reconciler'
    | 'onDeleted'
    | 'resolveMarginMs'
    | 'retention'
    | 'routes'
    | 'silentMs'
    | 'startsEagerly'
  >;
  readonly activities: WorkerActivities;
  readonly health: Omit<WatchDeps, 'log'>;
  /** Waits for work under way, then closes every part. Call it when nothing uses the parts. */
  close(): Promise<void>;
}

/** The inputs of the parts. */
export interface PartsSetting {
  readonly config: WorkerConfig;
  readonly gateways: GatewaysConfig;
  readonly metrics: ProcessMetrics;
  readonly tracing: Tracing | null;
  readonly log: Logger;
}

/** Assembles the process: the only place where its pools, lanes, adapters and services meet. */
export function createParts(setting: PartsSetting): WorkerParts {
  const { config, metrics, log } = setting;
  const pools = createWorkerPools(config.DATABASE_URL);
  const pool = pools.background;
  const shared = {
    ...setting,
    pools,
    purchaseLog: createPurchaseLog(log),
    onOutbox: createNotifier(pools.hotPath),
    faults: config.CRASH_POINT === undefined ? {} : { crashPoint: createCrashPoint(config.CRASH_POINT) },
  };
  const { onOutbox, faults } = shared;
  const alerts = createAlerts({ pool, ...logGatewayAlerts(log) });
  const catalogue = createCatalogue(pool);
  const gateways = connectGateways(shared);
  const { adapterFor, routes } = gateways;
  const acceptLane = openAcceptLane(shared, catalogue);
  const settleLane = openSettleLane(shared, pools.lanes);
  const sender = openSender(shared);
  const { deliveries, clientDeliveries } = openDeliveries(shared, sender);
  const hotPath = { pool: pools.hotPath, ledger: settleLane, adapterFor, routes, alerts };
  const guard = {
    pool: pools.guard,
    ledger: openSettleLane(shared, pools.guard),
    adapterFor,
    routes,
    alerts,
  };
  const inBackground = createPurchaseServices({ ...hotPath, pool });

  return {
    pools,
    relay: {
      pools,
      callbacks: inBackground.callbacks,
      expirer: createPurchaseServices(guard).expirer,
      deliveries,
      clientDeliveries,
      eraser: createEraser(pool, toSecretsKeys(config)),
      reconciler: createReconciler({ ...inBackground, pool, adapterFor }),
      retention: toRetentionDays(config),
      routes,
      onDeleted: metrics.deleted,
      silentMs: config.SILENT_MS,
      startsEagerly: config.WORKER_BUILD_ID === undefined,
      resolveMarginMs: config.RESOLVE_MARGIN_MS,
    },
    activities: {
      purchases: createPurchaseActivities({
        ...hotPath,
        ...createPurchaseServices(hotPath),
        ...faults,
      }),
      webhooks: createWebhookActivities(deliveries, clientDeliveries),
      batches: {
        ...createBatchActivities({ pool: pools.batches, acceptLane, catalogue, onOutbox, ...faults }),
        ...createRecurrenceActivities({
          pool: pools.batches,
          catalogue,
          onOutbox,
          turns: createTurns(),
          secretsKeys: toSecretsKeys(config),
        }),
      },
    },
    health: gateways.health,
    async close() {
      await Promise.all([acceptLane.idle(), settleLane.idle(), alerts.idle()]);
      await Promise.all([gateways.close(), sender.close()]);
      await endWorkerPools(pools);
    },
  };
}

interface Shared extends PartsSetting {
  readonly pools: WorkerPools;
  readonly purchaseLog: PurchaseLog;
  readonly onOutbox: (queues: ReadonlySet<string>) => void;
  /** Where a fault test ends the process. */
  readonly faults: { readonly crashPoint?: CrashPoint };
}

/** The adapters, each of whose calls is traced, logged and measured. */
function connectGateways({ gateways, pools, metrics, tracing, purchaseLog, log }: Shared) {
  const pool = pools.background;
  const { adapterFor: plain, walletMinimumFor, routes, closeAll } = createAdapters(gateways);
  const recorder = metrics.countCalls(createCallRecorder(pool, log, routes));
  const adapterFor = measureAdapters(purchaseLog.logCalls(tracing?.traceCalls(plain) ?? plain), recorder);
  const networkIds = Object.keys(gateways.networks);
  return {
    adapterFor,
    routes,
    health: { pool, adapterFor, walletMinimumFor, routes, networkIds, recorder },
    async close() {
      await closeAll();
      await recorder.stop();
    },
  };
}

function openAcceptLane(
  { config, pools, onOutbox, metrics, tracing, purchaseLog }: Shared,
  catalogue: Catalogue,
) {
  const lane = createAcceptLane({
    pool: pools.lanes,
    networks: catalogue.terms,
    onOutbox,
    onGroup: metrics.observeLane('accept'),
    secretsKeys: toSecretsKeys(config),
  });
  return purchaseLog.logRows(tracing?.traceRows(lane) ?? lane);
}

function openSettleLane({ config, onOutbox, metrics, purchaseLog }: Shared, pool: Pool) {
  return createSettleLane({
    pool,
    onOutbox,
    onGroup: metrics.observeLane('settle'),
    resolveMarginMs: config.RESOLVE_MARGIN_MS,
    onSettled: (purchase) => {
      metrics.settled(purchase);
      purchaseLog.settled(purchase);
    },
  });
}

function openSender({ config, metrics, tracing, purchaseLog }: Shared) {
  const sender = createSender({ allowPrivate: config.WEBHOOK_ALLOW_PRIVATE, refuse: config.WEBHOOK_REFUSE });
  return metrics.countSends(purchaseLog.logSends(tracing?.traceSends(sender) ?? sender));
}

function openDeliveries({ config, pools, onOutbox, faults }: Shared, sender: Sender) {
  const deps = { pool: pools.hotPath, sender, secretsKeys: toSecretsKeys(config), onOutbox, ...faults };
  return { deliveries: createDeliveries(deps), clientDeliveries: createClientDeliveries(deps) };
}
