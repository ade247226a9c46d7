import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Adapters } from '../adapters/registry.ts';
import { type Catalogue, createCatalogue } from '../catalogue/catalogue.ts';
import { secretsKeysOf, type WorkerConfig } from '../config.ts';
import { createPool } from '../db/pool.ts';
import type { CrashPoint } from '../domain/crash-points.ts';
import { type AcceptLane, createAcceptLane } from '../lanes/accept-lane.ts';
import { createSettleLane, type SettleLane } from '../lanes/settle-lane.ts';
import { logGatewayAlerts } from '../log/gateway-alerts.ts';
import type { PurchaseLog } from '../log/purchases.ts';
import type { ProcessMetrics } from '../metrics/process-metrics.ts';
import { createFirstSends, type FirstSends } from '../relay/first-sends.ts';
import { createNotifier } from '../relay/notifier.ts';
import { type Alerts, createAlerts } from '../settlement/alerts.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { createDeliveries, type Deliveries } from '../webhooks/deliver.ts';
import type { Sender } from '../webhooks/send.ts';
import { createCrashPoint } from './crash-point.ts';
import { BATCH_RELEASES_MAX } from './plans.ts';

/** Everything that the relay and the activities are given. */
export interface WorkerParts {
  readonly pool: Pool;
  /** For what each purchase asks on its way: claims of its rows, its fence, its answer, its webhook. */
  readonly wayPool: Pool;
  /** For releases of batches alone: each keeps a connection while it waits for a lane. */
  readonly batchPool: Pool;
  readonly catalogue: Catalogue;
  readonly acceptLane: AcceptLane;
  readonly settleLane: SettleLane;
  readonly deliveries: Deliveries;
  readonly adapterFor: Adapters['adapterFor'];
  readonly alerts: Alerts;
  readonly onOutbox: (queues: ReadonlySet<string>) => void;
  readonly crashPoint?: CrashPoint;
  /** What the relay started and the activities have come to. */
  readonly sends: FirstSends;
  readonly onSend: FirstSends['begun'];
}

/** What the parts are made of. */
export interface PartsSetting {
  readonly config: WorkerConfig;
  readonly pool: Pool;
  readonly lanePool: Pool;
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
  const { config, pool, lanePool, adapterFor, sender, metrics, purchaseLog, tracing, log } = setting;
  const wayPool = createPool(config.DATABASE_URL, {
    max: 25,
    applicationName: 'bundlewire-worker-way',
    idleTransactionMs: 10_000,
    use: 'way',
  });
  const onOutbox = createNotifier(wayPool);
  const catalogue = createCatalogue(pool);
  const acceptLane = createAcceptLane({
    pool: lanePool,
    networks: catalogue.terms,
    onOutbox,
    onBatch: metrics.observeLane('accept'),
  });
  const sends = createFirstSends();
  const struck = config.CRASH_POINT === undefined ? {} : { crashPoint: createCrashPoint(config.CRASH_POINT) };
  return {
    ...struck,
    pool,
    wayPool,
    batchPool: createPool(config.DATABASE_URL, {
      max: BATCH_RELEASES_MAX,
      applicationName: 'bundlewire-worker-batches',
    }),
    catalogue,
    onOutbox,
    sends,
    onSend: sends.begun,
    adapterFor,
    alerts: createAlerts({ pool, ...logGatewayAlerts(log) }),
    acceptLane: purchaseLog.logRows(tracing?.traceRows(acceptLane) ?? acceptLane),
    settleLane: createSettleLane({
      pool: lanePool,
      onOutbox,
      onBatch: metrics.observeLane('settle'),
      onSettled: (purchase) => {
        metrics.settled(purchase);
        purchaseLog.settled(purchase);
      },
    }),
    deliveries: createDeliveries({
      pool: wayPool,
      sender,
      secretsKeys: secretsKeysOf(config),
      onOutbox,
      ...struck,
    }),
  };
}
