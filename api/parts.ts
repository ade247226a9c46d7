import type { Logger } from 'pino';
import { createAdapters, type GatewaysConfig } from '../adapters/registry.ts';
import { type ApiConfig, toSecretsKeys } from '../config/config.ts';
import { createNotifier } from '../db/outbox/notifier.ts';
import { logGatewayAlerts } from '../observability/log/gateway-alerts.ts';
import { createPurchaseLog, type PurchaseLog } from '../observability/log/purchases.ts';
import type { ProcessMetrics } from '../observability/metrics/process.ts';
import type { Tracing } from '../observability/tracing/tracing.ts';
import { createCatalogue } from '../services/catalogue/catalogue.ts';
import { measureAdapters } from '../services/health/measured.ts';
import { createCallRecorder } from '../services/health/recorder.ts';
import { createBindProvider } from '../services/numbers/bind-provider.ts';
import { createLiveAnswers } from '../services/numbers/live-answers.ts';
import { createAcceptLane } from '../services/purchases/accept-lane.ts';
import { createAlerts } from '../services/purchases/alerts.ts';
import { createSettleLane } from '../services/purchases/settle-lane.ts';
import { createRequestLog, type RequestLog } from '../services/requests/request-log.ts';
import { type AppParts, type AuthSetting, createAppParts, type WebhookSetting } from './app-parts.ts';
import { type ApiPools, createApiPools, endApiPools } from './pools.ts';

/** The parts of the process. */
export interface ApiParts {
  readonly pools: ApiPools;
  readonly app: AppParts;
  /** Waits for work in progress, then closes every part. Call it after the app is closed. */
  close(): Promise<void>;
}

/** What the parts are created from. */
export interface PartsSetting {
  readonly config: ApiConfig;
  readonly gateways: GatewaysConfig;
  readonly metrics: ProcessMetrics;
  readonly tracing: Tracing | null;
  readonly log: Logger;
}

/** Creates the parts of the process: pools, lanes, adapters and services. `app-parts.ts` adds what routes share. */
export function createParts(setting: PartsSetting): ApiParts {
  const { config, gateways, metrics, log } = setting;
  const pools = createApiPools(config.DATABASE_URL);
  const catalogue = createCatalogue(pools.purchases);
  const onOutbox = createNotifier(pools.purchases);
  const purchaseLog = createPurchaseLog(log);
  const webhooks = readWebhookSetting(config);
  const acceptLane = createAcceptLane({
    pool: pools.lanes,
    networks: catalogue.terms,
    onOutbox,
    onGroup: metrics.observeLane('accept'),
    secretsKeys: webhooks.secretsKeys,
  });
  const settleLane = createSettleLane({
    pool: pools.lanes,
    onOutbox,
    onGroup: metrics.observeLane('settle'),
    resolveMarginMs: config.RESOLVE_MARGIN_MS,
    onSettled: (purchase) => {
      metrics.settled(purchase);
      purchaseLog.settled(purchase);
    },
  });
  const connected = connectGateways(setting, pools, purchaseLog);
  const { adapterFor } = connected;
  const alerts = createAlerts({ pool: pools.purchases, ...logGatewayAlerts(log) });
  const porting = connectPorting(setting, pools);
  const live = porting?.answers ?? null;
  const requestLog = keepRequests(setting, pools);
  const app = {
    pools,
    acceptLane,
    ledger: settleLane,
    catalogue,
    adapterFor,
    gateways,
    alerts,
    onOutbox,
    webhooks,
    live,
    auth: readAuthSetting(config),
    workflowsUrl: readWorkflowsUrl(config),
    simulatedNetworks: config.SIMULATED_NETWORKS,
    requestLog,
  };

  return {
    pools,
    app: createAppParts(app),
    async close() {
      await Promise.all([acceptLane.idle(), settleLane.idle(), alerts.idle()]);
      await Promise.all([connected.close(), porting?.provider.close(), requestLog?.close()]);
      await endApiPools(pools);
    },
  };
}

function readWebhookSetting(config: ApiConfig): WebhookSetting {
  const { SECRETS_KEY, SECRETS_KEYS_FORMER, WEBHOOK_ALLOW_PRIVATE, WEBHOOK_REFUSE } = config;
  return {
    rules: { allowPrivate: WEBHOOK_ALLOW_PRIVATE, refuse: WEBHOOK_REFUSE },
    secretsKeys: SECRETS_KEY === undefined ? null : toSecretsKeys({ SECRETS_KEY, SECRETS_KEYS_FORMER }),
  };
}

function readAuthSetting({ AUTH_SECRET, PUBLIC_URL }: ApiConfig): AuthSetting | null {
  if (AUTH_SECRET === undefined) return null;
  return { secret: AUTH_SECRET.toString('base64'), publicUrl: PUBLIC_URL ?? null };
}

/** Where the Temporal UI shows the workflows of this installation. */
function readWorkflowsUrl({ TEMPORAL_UI_URL, TEMPORAL_NAMESPACE }: ApiConfig): string | null {
  if (TEMPORAL_UI_URL === undefined) return null;
  return `${TEMPORAL_UI_URL.replace(/\/$/, '')}/namespaces/${TEMPORAL_NAMESPACE}/workflows`;
}

/** Null if requests are not kept. */
function keepRequests({ config, metrics, log }: PartsSetting, pools: ApiPools): RequestLog | null {
  if (config.KEEP_REQUESTS_DAYS === 0) return null;
  return createRequestLog({
    pool: pools.requests,
    onDropped(requests, err) {
      metrics.droppedRequests(requests);
      if (err !== undefined)
        log.warn({ err, requests }, 'requests could not be added to the log of requests');
    },
  });
}

/** The adapters; every call is traced, logged and measured. */
function connectGateways(
  { gateways, metrics, tracing, log }: PartsSetting,
  pools: ApiPools,
  purchaseLog: PurchaseLog,
) {
  const { adapterFor: plain, routes, closeAll } = createAdapters(gateways);
  const recorder = metrics.countCalls(createCallRecorder(pools.purchases, log, routes));
  return {
    adapterFor: measureAdapters(purchaseLog.logCalls(tracing?.traceCalls(plain) ?? plain), recorder),
    async close() {
      await closeAll();
      await recorder.stop();
    },
  };
}

/** The live porting provider of the settings; null if there is none. */
function connectPorting({ config, log }: PartsSetting, pools: ApiPools) {
  const { PORTING_URL, PORTING_KEY, PORTING_TIMEOUT_MS, PORTING_FRESH_HOURS } = config;
  if (PORTING_URL === undefined || PORTING_KEY === undefined) return null;

  const provider = createBindProvider({
    baseUrl: PORTING_URL,
    apiKey: PORTING_KEY,
    timeoutMs: PORTING_TIMEOUT_MS,
  });
  const answers = createLiveAnswers(pools.purchases, {
    provider,
    freshForMs: PORTING_FRESH_HOURS * 3_600_000,
    waitMs: PORTING_TIMEOUT_MS,
    onFailure: (why) => log.warn({ why }, 'porting provider unavailable; using local tables'),
  });
  return { provider, answers };
}
