import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import type { GatewaysConfig } from '../adapters/registry.ts';
import { createNumberLookups, type NumberLookups } from '../lookup/number-lookup.ts';
import { createProcessMetrics } from '../metrics/process-metrics.ts';
import type { SubmitDeps } from '../settlement/submit.ts';
import { createAuthenticator, refuseAddress } from './authenticate.ts';
import { campaignsPage } from './campaigns-page.ts';
import { documentApi } from './documentation/serve.ts';
import type { Drain } from './drain.ts';
import { refuseAtTheServer } from './early-refusal.ts';
import { handleError } from './errors.ts';
import { createFailedAttempts, type FailedAttemptsLimit } from './failed-attempts.ts';
import { acceptJson } from './json-body.ts';
import { limitUnanswered, refuseWhenOverloaded } from './overload.ts';
import { answerBadPath, answerUnreadable, serveUnknownExpectations } from './protocol-errors.ts';
import { createAccountBudget, limitRates, tellRate } from './rate-limit.ts';
import {
  addResponseHeaders,
  collectRoutes,
  handleUnknownPaths,
  type KnownRoute,
  newRequestId,
  refuseUnknownPathsEarly,
} from './requests.ts';
import { balanceRoutes } from './routes/balance.ts';
import { type BatchRoutesDeps, batchRoutes } from './routes/batches.ts';
import { callbackRoutes } from './routes/callbacks.ts';
import { type EventRoutesDeps, eventRoutes } from './routes/events.ts';
import { addMetrics, type ProbeDeps, type RequestMetrics } from './routes/metrics.ts';
import { numberLookupRoutes } from './routes/number-lookups.ts';
import { type PurchaseRoutesDeps, purchaseRoutes, rememberPurchases } from './routes/purchases.ts';
import { referenceDataRoutes } from './routes/reference-data.ts';
import { statementRoutes } from './routes/statements.ts';

export type AppDeps = SubmitDeps &
  Omit<PurchaseRoutesDeps, 'lookups'> &
  BatchRoutesDeps &
  EventRoutesDeps & {
    readonly gateways: GatewaysConfig;
    /** For keys and rates alone: they must not wait behind what others read. */
    readonly keysPool: Pool;
    readonly log: FastifyBaseLogger;
    /** Of a process of its own unless given: what tests leave out. */
    readonly probes?: ProbeDeps;
    readonly drain?: Pick<Drain, 'isDraining'> & { attach(app: FastifyInstance): void };
    /** What records purchases, where they are traced. */
    readonly tracing?: { attach(app: FastifyInstance): void };
    /** By the tables alone when it is left out. */
    readonly lookups?: NumberLookups;
    /** CIDRs of the proxies whose X-Forwarded-For names the client; none when clients connect directly. */
    readonly trustedProxies?: readonly string[];
    readonly failedAttempts?: FailedAttemptsLimit;
    /** Longest that nothing moves on a connection, in milliseconds; two and a half minutes unless said otherwise. */
    readonly stillMs?: number;
    /** Requests that may wait for a connection to PostgreSQL; 200 unless said otherwise. */
    readonly waitingMax?: number;
  };

/** Longest that the headers of a request may take to come. */
const HEADERS_WITHIN_MS = 10_000;
/** How often connections are looked over for requests that are late. */
const LATENESS_CHECK_MS = 2_000;
/** Longest that a whole request may take: an upload of a large file on a slow line. Others have limits of their own. */
const REQUEST_WITHIN_MS = 30 * 60_000;
const KEEP_ALIVE_MS = 72_000;
/** A client that neither sends nor takes anything for so long has gone; longer than any other limit on standing still. */
const STILL_MS = 150_000;

/** Builds the API; it listens to nothing until told to, so that tests run the very app. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { trustedProxies = [] } = deps;
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: newRequestId,
    requestIdHeader: false,
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    http: {
      headersTimeout: HEADERS_WITHIN_MS,
      connectionsCheckingInterval: LATENESS_CHECK_MS,
      // Node's own answer to a request without Host has no body and no id.
      requireHostHeader: false,
    },
    requestTimeout: REQUEST_WITHIN_MS,
    connectionTimeout: deps.stillMs ?? STILL_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    clientErrorHandler: answerUnreadable,
    frameworkErrors: answerBadPath,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 128 },
    return503OnClosing: false,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(handleError);
  serveUnknownExpectations(app);
  addResponseHeaders(app);
  limitUnanswered(app);
  const routes = collectRoutes(app);
  handleUnknownPaths(app, routes);

  await documentApi(app);
  deps.drain?.attach(app);
  rememberPurchases(app);
  deps.tracing?.attach(app);
  const metrics = addMetrics(
    app,
    deps.probes ?? { registry: createProcessMetrics('api').registry, checks: {} },
  );
  await app.register(campaignsPage);
  await app.register(callbackRoutes(deps, deps.gateways));
  await app.register(v1Routes(deps, routes, metrics), { prefix: '/v1' });
  return app;
}

/** Everything that clients call: their key, their rate, then the routes. */
function v1Routes(deps: AppDeps, routes: readonly KnownRoute[], metrics: RequestMetrics) {
  return async (app: FastifyInstance): Promise<void> => {
    const budget = createAccountBudget(deps.keysPool, 'requests');
    const failed = createFailedAttempts(deps.failedAttempts);
    const authenticator = createAuthenticator(deps.keysPool, failed);
    app.decorateRequest('caller');
    app.addHook('onRequest', async (request, reply) => {
      const holder = await authenticator.authenticate(request, reply);
      if (!holder.allows(request.ip)) {
        tellRate(budget, holder.caller, reply);
        refuseAddress(failed, request, reply);
      }
      request.caller = holder.caller;
    });
    await limitRates(app, budget);
    refuseAtTheServer(app, {
      authenticator,
      budget,
      acceptLane: deps.acceptLane,
      behindProxies: (deps.trustedProxies ?? []).length > 0,
      isDraining: () => deps.drain?.isDraining() === true,
      onFault: (error) => deps.log.warn({ err: error }, 'no early refusal: the framework answers'),
      observe: metrics.refusedEarly,
    });
    refuseWhenOverloaded(app, deps.pool, deps.waitingMax);
    acceptJson(app);
    handleUnknownPaths(app, routes);
    refuseUnknownPathsEarly(app, routes);

    const lookups = deps.lookups ?? createNumberLookups(deps.pool, deps.catalogue, null);
    await app.register(purchaseRoutes({ ...deps, lookups }));
    await app.register(numberLookupRoutes({ ...deps, lookups }));
    await app.register(balanceRoutes(deps));
    await app.register(batchRoutes(deps));
    await app.register(referenceDataRoutes(deps));
    await app.register(statementRoutes(deps));
    await app.register(eventRoutes(deps));
  };
}
