import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import type { Registry } from 'prom-client';
import { createProcessMetrics } from '../observability/metrics/process.ts';
import type { AppParts } from './app-parts.ts';
import { guidePages } from './documentation/guides.ts';
import { documentApi, documentationPages } from './documentation/serve.ts';
import { OPERATIONS } from './operations.ts';
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
import {
  addRateHeaders,
  CONSOLE_FILES_MAX,
  createAccountBudget,
  limitAddresses,
  limitRates,
} from './plugins/rate-limit.ts';
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
import { createUnanswered } from './plugins/unanswered.ts';
import { validatorCompiler } from './plugins/validation.ts';
import { registerAll } from './register-all.ts';
import type { BatchRoutesDeps } from './routes/batches.ts';
import { callbackRoutes } from './routes/callbacks.ts';
import { consoleFiles, consolePages } from './routes/console/serve.ts';
import { devicePage } from './routes/device-page.ts';
import { peopleRoutes, routesWithoutPeople } from './routes/people/routes.ts';
import { decorateWithPurchase, purchaseRoutes } from './routes/purchases.ts';
import { logRequests } from './routes/requests/log.ts';
import { staffRoutes } from './routes/staff/routes.ts';

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
  const unanswered = createUnanswered();
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
    clientErrorHandler: answerUnreadable(unanswered),
    frameworkErrors: answerBadPath,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 128 },
    return503OnClosing: false,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(handleError);
  serveUnknownExpectations(app);
  unanswered.watch(app);
  addResponseHeaders(app);
  limitPipelinedRequests(app, unanswered);
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
  await app.register(publicFiles);
  await app.register(callbackRoutes(deps));
  const failed = createFailedAttempts(deps.failedAttempts);
  const refuseCrossSite = createCrossSiteCheck(deps.publicUrl ?? null);
  const sessions = deps.people === null ? null : { people: deps.people, refuseCrossSite, failed };
  await app.register(clientRoutes(deps, routes, { failed, sessions }), { prefix: '/v1' });
  await app.register(staffRoutes({ ...deps, sessions, routes }), { prefix: '/v1/staff' });
  return app;
}

/** What a process under pressure rejects: the operations for clients, and signing in. The staff can still act. */
function clientRoutes(deps: AppDeps, routes: readonly KnownRoute[], admission: Admission) {
  return async (app: FastifyInstance): Promise<void> => {
    if (deps.pressure !== undefined) await refuseUnderPressure(app, deps.pressure);
    await app.register(v1Routes(deps, routes, admission));
    const { sessions } = admission;
    const { waitingMax, pools, sso, simulatedNetworks } = deps;
    const people =
      sessions === null
        ? routesWithoutPeople
        : peopleRoutes({ ...sessions, pool: pools.reads, sso, simulatedNetworks, routes, waitingMax });
    await app.register(people, { prefix: '/auth' });
  };
}

/** Pages that need no key. */
function publicPages({ publicUrl = null, guidesDir, people }: AppDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    await limitAddresses(app, 'page_requests_exceeded');
    await app.register(documentationPages, { publicUrl });
    await app.register(guidePages(guidesDir));
    await app.register(consolePages);
    if (people !== null) await app.register(devicePage);
  };
}

/** What the page of the console loads, which is much more than pages. */
async function publicFiles(app: FastifyInstance): Promise<void> {
  await limitAddresses(app, 'page_requests_exceeded', CONSOLE_FILES_MAX);
  await app.register(consoleFiles);
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
    app.decorateRequest('caller');
    requireRights(app);
    if (deps.requestLog != null) logRequests(app, deps.requestLog);
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
    const operations = OPERATIONS.map((routes) => [routes.name, routes(deps)] as const);
    await registerAll(app, Object.fromEntries(operations));
  };
}
