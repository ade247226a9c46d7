import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { SharedBudget } from '../domain/shared-budget.ts';
import type { AcceptLane } from '../lanes/accept-lane.ts';
import type { Authenticator } from './authenticate.ts';
import { RETRY_AFTER_SECONDS, TOO_MANY_WAITING } from './buy.ts';
import { rateHeaders } from './rate-limit.ts';
import { headersOfEveryResponse, newRequestId } from './requests.ts';

export interface EarlyRefusalDeps {
  readonly authenticator: Pick<Authenticator, 'recall' | 'remember'>;
  readonly budget: Pick<SharedBudget, 'tryTake'>;
  readonly acceptLane: Pick<AcceptLane, 'isFull'>;
  /** Whether the address of a connection may be that of a proxy. */
  readonly behindProxies: boolean;
  readonly isDraining: () => boolean;
  /** Told of what made it impossible to judge a request, which the framework then answers. */
  readonly onFault: (error: unknown) => void;
  /** Told of each refusal how many seconds it took. */
  readonly observe: (seconds: number) => void;
}

type Serve = (request: IncomingMessage, response: ServerResponse) => void;

/** Everything that a refusal is made of. */
interface Refusal {
  readonly response: ServerResponse;
  readonly limit: number;
  readonly remaining: number;
  readonly resetMs: number;
  readonly since: number;
}

const PATH = '/v1/purchases';

/**
 * Refuses purchases of an account whose lane is full at the HTTP server itself: in an overload the one thread must read what
 * it refuses, and the framework's hooks cost several times as much as the refusal. Only what is certain here to have the very
 * same answer there is refused so: the account's key was refused there within the last second and is still known to be good,
 * it is used from an allowed address, and its rate admits the request, of which it is taken. Everything else goes on.
 */
export function refuseAtTheServer(app: FastifyInstance, deps: EarlyRefusalDeps): void {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  app.addHook('onError', (request, _reply, error, done) => {
    const { authorization } = request.headers;
    if (error === TOO_MANY_WAITING && authorization !== undefined) deps.authenticator.remember(authorization);
    done();
  });

  const answer = createAnswerer(deps.observe);
  const serve = takeListener(app);
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const refusal = isClosing || deps.isDraining() ? null : judge(request, response, deps);
    if (refusal === null) serve(request, response);
    else answer(refusal);
  });
}

/** The framework's own way to be told of requests, which it has no more after this. */
function takeListener({ server }: FastifyInstance): Serve {
  const [serve, ...others] = server.listeners('request');
  if (serve === undefined || others.length > 0) throw new TypeError('the server has not one listener');
  server.removeAllListeners('request');
  return (request, response) => void Reflect.apply(serve, server, [request, response]);
}

/** Null for everything that is not to be refused here, and where it cannot be judged: the framework has answers for that. */
function judge(request: IncomingMessage, response: ServerResponse, deps: EarlyRefusalDeps): Refusal | null {
  try {
    return judgeFullLane(request, response, deps);
  } catch (error) {
    deps.onFault(error);
    return null;
  }
}

function judgeFullLane(
  request: IncomingMessage,
  response: ServerResponse,
  deps: EarlyRefusalDeps,
): Refusal | null {
  if (request.method !== 'POST' || request.url !== PATH) return null;
  // Behind a request that is not answered yet, refusals would wait in memory: those are counted there.
  if (response.socket === null) return null;
  const authorization = authorizationOf(request.rawHeaders);
  const holder = authorization === null ? null : deps.authenticator.recall(authorization);
  if (holder === null || !deps.acceptLane.isFull(holder.caller.accountId)) return null;

  const { accountId, allowedRanges, rateLimitPerSecond: limit } = holder.caller;
  const isRestricted = allowedRanges.length > 0;
  if (isRestricted && (deps.behindProxies || !holder.allows(request.socket.remoteAddress ?? ''))) return null;
  const taken = deps.budget.tryTake(accountId, limit);
  if (taken === null) return null;
  const { remaining, resetMs } = taken;
  return { response, limit, remaining, resetMs, since: performance.now() };
}

/** The first, as Node would take it; its own object of all headers is dear to make. */
function authorizationOf(rawHeaders: readonly string[]): string | null {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === AUTHORIZATION.length && name.toLowerCase() === AUTHORIZATION)
      return rawHeaders[index + 1] ?? null;
  }
  return null;
}

const AUTHORIZATION = 'authorization';

const OF_EVERY_RESPONSE = Object.fromEntries(
  Object.entries(headersOfEveryResponse('')).map(([name, value]) => [name.toLowerCase(), value]),
);

/** More would be alive when the young generation is collected, and would be copied. */
const ANSWERED_AT_ONCE = 32;

/** Answers refusals together, and at the end of the turn at the latest: writing here and there wakes the reader for each. */
function createAnswerer(observe: (seconds: number) => void): (refusal: Refusal) => void {
  let refusals: Refusal[] = [];
  const answerAll = () => {
    const all = refusals;
    refusals = [];
    for (const refusal of all) {
      write(refusal);
      observe((performance.now() - refusal.since) / 1_000);
    }
  };
  return (refusal) => {
    const waiting = refusals.push(refusal);
    if (waiting === 1) setImmediate(answerAll);
    else if (waiting === ANSWERED_AT_ONCE) answerAll();
  };
}

function write({ response, limit, remaining, resetMs }: Refusal): void {
  const requestId = newRequestId();
  const body = JSON.stringify(TOO_MANY_WAITING.toBody(requestId));
  const rate = rateHeaders(limit, remaining, resetMs);
  // In the order and the case of the framework.
  response.writeHead(TOO_MANY_WAITING.status, {
    ...OF_EVERY_RESPONSE,
    'svc-request-id': requestId,
    'ratelimit-limit': rate['RateLimit-Limit'],
    'ratelimit-remaining': rate['RateLimit-Remaining'],
    'ratelimit-reset': rate['RateLimit-Reset'],
    'retry-after': String(RETRY_AFTER_SECONDS),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}
