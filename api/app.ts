import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import type { Registry } from 'prom-client';
import { createProcessMetrics } from '../observability/metrics/process.ts';
import type { AppParts } from './app-parts.ts';
import { guidePages } from './documentation/guides.ts';
import { documentApi, documentationPages } from './documentation/serve.ts';
import { decorateWithActor } from './plugins/actor.ts';
import { createAuthenticator, refuseAddress } from './plugins/authenticate.ts';
import type { Drain } from './plugins/drain.ts';
import { handleError } from './plugins/errors.ts';
import {
  createFailedAttempts,
  type FailedAttempts,
  type FailedAttemptsLimit,
} from './plugins/failed-attempts.ts';
import { acceptJson } from './plugins/json-body.ts';
import { recordUses } from './plugins/key-use.ts';
import {
  limitPipelinedRequests,
  type PressureLimits,
  refuseUnderPressure,
  refuseWhenOverloaded,
} from './plugins/overload.ts';
import { answerBadPath, answerUnreadable, serveUnknownExpectations } from './plugins/protocol-errors.ts';
import { limitPublicFiles } from './plugins/public-files.ts';
import { addRateHeaders, createAccountBudget, limitRates } from './plugins/rate-limit.ts';
import { recordRefusals, refusedAddress } from './plugins/refusals.ts';
import { measureRequests } from './plugins/request-metrics.ts';
import {
  addResponseHeaders,
  collectRoutes,
  handleUnknownPaths,
  type KnownRoute,
  newRequestId,
  refuseUnknownPathsEarly,
} from './plugins/requests.ts';
import { refuseWithoutRight, requireRights } from './plugins/rights.ts';
import { decorateWithSandbox, serveSandbox } from './plugins/sandbox.ts';
import { createCrossSiteCheck } from './plugins/sessions/cross-site.ts';
import { acceptSessions, type SessionDeps } from './plugins/sessions/session-holder.ts';
import { refuseSlowBodies } from './plugins/slow-bodies.ts';
import { validatorCompiler } from './plugins/validation.ts';
import { apiKeyRoutes } from './routes/api-keys/routes.ts';
import { approvalRoutes } from './routes/approvals/routes.ts';
import { auditRoutes } from './routes/audit-log/routes.ts';
import { balanceRoutes } from './routes/balance.ts';
import { batchCommandRoutes } from './routes/batch-commands.ts';
import { batchLabelRoutes } from './routes/batch-labels/routes.ts';
import { batchPreviewRoutes } from './routes/batch-preview/routes.ts';
import { batchProgressRoutes } from './routes/batch-progress/routes.ts';
import { batchBreakdownRoutes } from './routes/batch-rows/breakdown.ts';
import { batchRetryRoutes } from './routes/batch-rows/retry.ts';
import { batchRowRoutes } from './routes/batch-rows/routes.ts';
import { batchScheduleRoutes } from './routes/batch-schedule/routes.ts';
import { type BatchRoutesDeps, batchRoutes } from './routes/batches.ts';
import { callbackRoutes } from './routes/callbacks.ts';
import { consolePages } from './routes/console/serve.ts';
import { eventRoutes } from './routes/events.ts';
import { templateRoutes } from './routes/files/template.ts';
import { numberLookupRoutes } from './routes/number-lookups.ts';
import { invitationRoutes } from './routes/organisation/invitations.ts';
import { organisationRoutes } from './routes/organisation/routes.ts';
import { memberSessionRoutes } from './routes/organisation/sessions.ts';
import { campaignsPage, devicePage } from './routes/pages.ts';
import { peopleRoutes, routesWithoutPeople } from './routes/people/routes.ts';
import { privacyRoutes } from './routes/privacy/routes.ts';
import { decorateWithPurchase, purchaseRoutes } from './routes/purchases.ts';
import { recurringBatchRoutes } from './routes/recurring-batches/routes.ts';
import { referenceDataRoutes } from './routes/reference-data.ts';
import { noticeRoutes } from './routes/rules/notices.ts';
import { ruleRoutes } from './routes/rules/routes.ts';
import { settingsRoutes } from './routes/settings.ts';
import { statementRoutes } from './routes/statements.ts';
import { webhookEndpointRoutes } from './routes/webhook-endpoints/routes.ts';

export interface AppDeps extends AppParts, Pick<BatchRoutesDeps, 'uploadBytesMax' | 'uploadIdleMs'> {
  readonly log: FastifyBaseLogger;
  /** Where requests are measured; by default a registry that nothing reads. */
  readonly registry?: Registry;
  readonly drain?: Pick<Drain, 'isDraining'> & { attach(app: FastifyInstance): void };
  /** Records purchases where they are traced. */
  readonly tracing?: { attach(app: FastifyInstance): void };
  /** CIDRs of the proxies whose X-Forwarded-For is trusted; none if clients connect directly. */
  readonly trustedProxies?: readonly string[];
  readonly failedAttempts?: FailedAttemptsLimit;
  /** Longest time without traffic on a connection, in milliseconds; 150 s by default. */
  readonly stillMs?: number;
  /** Requests that may wait for a connection to PostgreSQL; 200 by default. */
  readonly waitingMax?: number;
  /** Base URL that clients use, for the documentation; null or left out if it is not configured. */
  readonly publicUrl?: string | null;
  /** Folder of the built guides; by default where `npm run docs` builds them. */
  readonly guidesDir?: string;
  /** How long a slow answer of the sandbox takes, in milliseconds; 10 s by default. */
  readonly slowMs?: number;
  /** How often the use of keys is recorded, in milliseconds; once a minute by default. */
  readonly keyUseMs?: number;
  /** Limits beyond which the process rejects requests; none by default. */
  readonly pressure?: PressureLimits;
}

/** Longest time for the headers of a request to arrive. */
export const HEADERS_WITHIN_MS = 10_000;
/** How often connections are checked for late requests. */
const LATENESS_CHECK_MS = 2_000;
/** Longest time for a whole request: the upload of a large file on a slow line. Other requests have shorter limits. */
export const REQUEST_WITHIN_MS = 30 * 60_000;
/** Enough for every body except files and purchases with much metadata. */
export const BODY_BYTES_MAX = 64 * 1024;
export const KEEP_ALIVE_MS = 72_000;
/** After this time without traffic the client is gone. Longer than all other idle limits. */
export const STILL_MS = 150_000;

/** Builds the API without listening, so that tests run the same app. */
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
      // Node's answer to a request without Host has no body and no request id.
      requireHostHeader: false,
    },
    requestTimeout: REQUEST_WITHIN_MS,
    bodyLimit: BODY_BYTES_MAX,
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
  limitPipelinedRequests(app);
  refuseSlowBodies(app);
  const routes = collectRoutes(app);
  handleUnknownPaths(app, routes);

  await documentApi(app, deps.publicUrl ?? null);
  deps.drain?.attach(app);
  decorateWithPurchase(app);
  decorateWithSandbox(app);
  deps.tracing?.attach(app);
  measureRequests(app, deps.registry ?? createProcessMetrics('api').registry);
  await app.register(publicPages(deps));
  await app.register(callbackRoutes(deps));
  const failed = createFailedAttempts(deps.failedAttempts);
  const refuseCrossSite = createCrossSiteCheck(deps.publicUrl ?? null);
  const sessions = deps.people === null ? null : { people: deps.people, refuseCrossSite, failed };
  await app.register(v1Routes(deps, routes, { failed, sessions }), { prefix: '/v1' });
  const { waitingMax, pools } = deps;
  const people =
    sessions === null
      ? routesWithoutPeople
      : peopleRoutes({ ...sessions, pool: pools.reads, sso: deps.sso, routes, waitingMax });
  await app.register(people, { prefix: '/v1/auth' });
  return app;
}

/** Pages that need no key. */
function publicPages({ publicUrl = null, guidesDir, people }: AppDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    await limitPublicFiles(app);
    await app.register(documentationPages, { publicUrl });
    await app.register(guidePages(guidesDir));
    await app.register(campaignsPage);
    await app.register(consolePages);
    if (people !== null) await app.register(devicePage);
  };
}

interface Admission {
  readonly failed: FailedAttempts;
  /** Null if only keys are accepted. */
  readonly sessions: SessionDeps | null;
}

/** The operations for clients: check the key or session, then the rate and the right, then route. */
function v1Routes(deps: AppDeps, routes: readonly KnownRoute[], { failed, sessions }: Admission) {
  return async (app: FastifyInstance): Promise<void> => {
    const budget = createAccountBudget(deps.pools.keys, 'requests');
    const refusals = recordRefusals(app, deps.pools.reads);
    const byKey = createAuthenticator(deps.pools.keys, failed, refusals);
    const authenticate = sessions === null ? byKey : acceptSessions(byKey, sessions);
    if (deps.pressure !== undefined) await refuseUnderPressure(app, deps.pressure);
    app.decorateRequest('caller');
    requireRights(app);
    const wasUsed = recordUses(app, deps.pools.keys, deps.keyUseMs);
    decorateWithActor(app);
    app.addHook('onRequest', async (request, reply) => {
      const holder = await authenticate(request, reply);
      if (!holder.allows(request.ip)) {
        addRateHeaders(budget, holder.caller, reply);
        refusals.note(refusedAddress(request, holder.caller.accountId, holder.principal));
        refuseAddress(failed, request, reply);
      }
      request.caller = holder.caller;
      request.principal = holder.principal;
      request.rights = holder.rights;
      if (holder.principal.kind === 'key') wasUsed(holder.principal.keyId);
    });
    limitRates(app, budget);
    refuseWhenOverloaded(app, [deps.pools.own, deps.pools.reads], deps.waitingMax);
    acceptJson(app);
    handleUnknownPaths(app, routes);
    refuseUnknownPathsEarly(app, routes);
    refuseWithoutRight(app);
    const sandbox = serveSandbox(app, deps.slowMs);

    await app.register(purchaseRoutes({ ...deps, sandbox }));
    await app.register(numberLookupRoutes(deps));
    await app.register(balanceRoutes(deps));
    await app.register(templateRoutes(deps));
    await app.register(batchRoutes(deps));
    await app.register(batchPreviewRoutes(deps));
    await app.register(batchCommandRoutes(deps));
    await app.register(batchScheduleRoutes(deps));
    await app.register(batchRowRoutes(deps));
    await app.register(batchBreakdownRoutes(deps));
    await app.register(batchLabelRoutes(deps));
    await app.register(batchProgressRoutes(deps));
    await app.register(recurringBatchRoutes(deps));
    await app.register(batchRetryRoutes(deps));
    await app.register(referenceDataRoutes(deps));
    await app.register(statementRoutes(deps));
    await app.register(eventRoutes(deps));
    await app.register(settingsRoutes(deps));
    await app.register(ruleRoutes(deps));
    await app.register(noticeRoutes(deps));
    await app.register(approvalRoutes(deps));
    await app.register(organisationRoutes(deps));
    await app.register(invitationRoutes(deps));
    await app.register(memberSessionRoutes(deps));
    await app.register(privacyRoutes(deps));
    await app.register(webhookEndpointRoutes(deps));
    await app.register(apiKeyRoutes(deps));
    await app.register(auditRoutes(deps));
  };
}
