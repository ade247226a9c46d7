import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Adapters } from '../adapters/registry.ts';
import { toSecretsKeys, type WorkerConfig } from '../config.ts';
import { createNotifier } from '../db/outbox/notifier.ts';
import { createPool } from '../db/pool.ts';
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
import { ACCOUNTS_AT_ONCE, type GuardDeps } from './relay/guard.ts';

/** Releases at once; each holds a connection of the batch pool while the lane works. */
export const BATCH_RELEASES_MAX = 8;

/** Everything that the relay and the activities are given. */
export interface WorkerParts {
  readonly pool: Pool;
  /** For what each purchase asks on its way: claims of its rows, its fence, its answer, its webhook. */
  readonly hotPathPool: Pool;
  /** For releases of batches alone: each keeps a connection while it waits for a lane. */
  readonly batchPool: Pool;
  /** For the deadline guard alone: accounts that are locked elsewhere take no connection from others. */
  readonly guard: Pick<GuardDeps, 'pool' | 'settleLane'>;
  readonly catalogue: Catalogue;
  readonly acceptLane: AcceptLane;
  readonly settleLane: SettleLane;
  readonly deliveries: Deliveries;
  readonly adapterFor: Adapters['adapterFor'];
  readonly alerts: Alerts;
  readonly onOutbox: (queues: ReadonlySet<string>) => void;
  readonly crashPoint?: CrashPoint;
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

/** The guard gives up an account whose row is locked for longer, and tries again: its own and others' time is short. */
const GUARD_LOCK_MS = 500;

/** Makes lanes, deliveries and alerts of the process. */
export function createParts(setting: PartsSetting): WorkerParts {
  const { config, pool, lanePool, adapterFor, sender, metrics, purchaseLog, tracing, log } = setting;
  const hotPathPool = createPool(config.DATABASE_URL, {
    max: 25,
    applicationName: 'bundlewire-worker-way',
    use: 'hot-path',
  });
  const onOutbox = createNotifier(hotPathPool);
  const catalogue = createCatalogue(pool);
  const acceptLane = createAcceptLane({
    pool: lanePool,
    networks: catalogue.terms,
    onOutbox,
    onBatch: metrics.observeLane('accept'),
  });
  const guardPool = createPool(config.DATABASE_URL, {
    // One for each account that is settled, one to look for what is due.
    max: ACCOUNTS_AT_ONCE + 1,
    applicationName: 'bundlewire-worker-guard',
    use: 'lanes',
    lockTimeoutMs: GUARD_LOCK_MS,
  });
  const settleLaneOn = (lanes: Pool) =>
    createSettleLane({
      pool: lanes,
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
    pool,
    hotPathPool,
    batchPool: createPool(config.DATABASE_URL, {
      max: BATCH_RELEASES_MAX,
      applicationName: 'bundlewire-worker-batches',
      // A release asks nothing of its own connection while its rows wait for the lane, and are bought on another.
      idleTransactionMs: 60_000,
    }),
    catalogue,
    onOutbox,
    adapterFor,
    alerts: createAlerts({ pool, ...logGatewayAlerts(log) }),
    acceptLane: purchaseLog.logRows(tracing?.traceRows(acceptLane) ?? acceptLane),
    settleLane: settleLaneOn(lanePool),
    guard: { pool: guardPool, settleLane: settleLaneOn(guardPool) },
    deliveries: createDeliveries({
      pool: hotPathPool,
      sender,
      secretsKeys: toSecretsKeys(config),
      onOutbox,
      ...crashInjection,
    }),
  };
}
