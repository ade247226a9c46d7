import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Adapters } from '../adapters/registry.ts';
import { toSecretsKeys, type WorkerConfig } from '../config.ts';
import { createNotifier } from '../db/outbox/notifier.ts';
import type { CrashPoint } from '../domain/purchase/crash-points.ts';
import { logGatewayAlerts } from '../observability/log/gateway-alerts.ts';
import type { PurchaseLog } from '../observability/log/purchases.ts';
import type { ProcessMetrics } from '../observability/metrics/process.ts';
import type { Tracing } from '../observability/tracing/tracing.ts';
import { type Catalogue, createCatalogue } from '../services/catalogue/catalogue.ts';
import { type AcceptLane, createAcceptLane } from '../services/purchases/accept-lane.ts';
import { type Alerts, createAlerts } from '../services/purchases/alerts.ts';
import { createSettleLane, type SettleLane } from '../services/purchases/settle-lane.ts';
import { createDeliveries, type Deliveries } from '../services/webhooks/deliver.ts';
import type { Sender } from '../services/webhooks/send.ts';
import { createCrashPoint } from './crash-point.ts';
import type { WorkerPools } from './pools.ts';

/** Everything that the relay and the activities are given. */
export interface WorkerParts {
  readonly pools: WorkerPools;
  readonly catalogue: Catalogue;
  readonly acceptLane: AcceptLane;
  readonly settleLane: SettleLane;
  /** The deadline guard's own, on its own connections. */
  readonly guardLane: SettleLane;
  readonly deliveries: Deliveries;
  readonly adapterFor: Adapters['adapterFor'];
  readonly alerts: Alerts;
  readonly onOutbox: (queues: ReadonlySet<string>) => void;
  readonly crashPoint?: CrashPoint;
}

/** What the parts are made of. */
export interface PartsSetting {
  readonly config: WorkerConfig;
  readonly pools: WorkerPools;
  /** Measured, logged and traced already, as the sender is. */
  readonly adapterFor: Adapters['adapterFor'];
  readonly sender: Sender;
  readonly metrics: ProcessMetrics;
  readonly purchaseLog: PurchaseLog;
  readonly tracing: Tracing | null;
  readonly log: Logger;
}

/** Makes lanes, deliveries and alerts of the process. */
export function createParts(setting: PartsSetting): WorkerParts {
  const { config, pools, adapterFor, sender, metrics, purchaseLog, tracing, log } = setting;
  const onOutbox = createNotifier(pools.hotPath);
  const catalogue = createCatalogue(pools.background);
  const acceptLane = createAcceptLane({
    pool: pools.lanes,
    networks: catalogue.terms,
    onOutbox,
    onBatch: metrics.observeLane('accept'),
  });
  const settleLaneOn = (pool: Pool) =>
    createSettleLane({
      pool,
      onOutbox,
      onBatch: metrics.observeLane('settle'),
      resolveMarginMs: config.RESOLVE_MARGIN_MS,
      onSettled: (purchase) => {
        metrics.settled(purchase);
        purchaseLog.settled(purchase);
      },
    });
  const crashInjection =
    config.CRASH_POINT === undefined ? {} : { crashPoint: createCrashPoint(config.CRASH_POINT) };
  return {
    ...crashInjection,
    pools,
    catalogue,
    onOutbox,
    adapterFor,
    alerts: createAlerts({ pool: pools.background, ...logGatewayAlerts(log) }),
    acceptLane: purchaseLog.logRows(tracing?.traceRows(acceptLane) ?? acceptLane),
    settleLane: settleLaneOn(pools.lanes),
    guardLane: settleLaneOn(pools.guard),
    deliveries: createDeliveries({
      pool: pools.hotPath,
      sender,
      secretsKeys: toSecretsKeys(config),
      onOutbox,
      ...crashInjection,
    }),
  };
}
