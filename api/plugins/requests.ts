import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { newId } from '../../domain/crypto/new-id.ts';
import { type ApiError, apiError } from './api-error.ts';

/** A new request id (`req_…`), which clients quote to the technical contact. */
export function newRequestId(): string {
  return newId('req');
}

/** The headers of every response. */
export function headersOfEveryResponse(requestId: string): Record<string, string> {
  return { 'Svc-Request-Id': requestId, 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' };
}

/** Adds the request id to every response, and keeps caches from storing and browsers from sniffing it. */
export function addResponseHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOfEveryResponse(request.id));
    done();
  });
}

/** Answers a known path with a wrong method with 405 and `Allow`, and all other unknown paths with 404. */
export function handleUnknownPaths(app: FastifyInstance, routes: readonly KnownRoute[]): void {
  app.setNotFoundHandler(async (request, reply) => refuseUnknown(request, reply, routes));
}

/**
 * Does the same before the body is read: Fastify would first reject a QUERY without a Content-Type. It is a hook: add it after
 * the hooks that must reject first.
 */
export function refuseUnknownPathsEarly(app: FastifyInstance, routes: readonly KnownRoute[]): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) refuseUnknown(request, reply, routes);
    done();
  });
}

/** The error 404 of a request. */
export function unknownAddress({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): ApiError {
  return apiError('address_unknown', { values: { method, path: (url.split('?')[0] ?? '').slice(0, 100) } });
}

function refuseUnknown(request: FastifyRequest, reply: FastifyReply, routes: readonly KnownRoute[]): never {
  const path = request.url.split('?')[0] ?? '';
  const allowed = methodsOf(path, routes);
  if (allowed.length === 0) throw unknownAddress(request);
  reply.header('Allow', allowed.join(', '));
  throw apiError('method_not_allowed', { values: { method: request.method, allowed: allowed.join(' or ') } });
}

/** The methods of the address. A fixed one, such as `/v1/batches/template`, does not have those of `/v1/batches/{batch_id}`. */
function methodsOf(path: string, routes: readonly KnownRoute[]): string[] {
  const matching = routes.filter(({ pattern }) => pattern.test(path));
  const fewest = Math.min(...matching.map(({ parameters }) => parameters));
  return [...new Set(matching.filter(({ parameters }) => parameters === fewest).map(({ method }) => method))];
}

export interface KnownRoute {
  readonly method: string;
  readonly pattern: RegExp;
  /** How many parameters are in the path. */
  readonly parameters: number;
}

/** Collects the routes that are registered after this call. */
export function collectRoutes(app: FastifyInstance): KnownRoute[] {
  const routes: KnownRoute[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    const source = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[a-z_]+/g, '[^/]+');
    const pattern = new RegExp(`^${source}$`);
    const parameters = url.split('/:').length - 1;
    for (const name of [method].flat()) routes.push({ method: name, pattern, parameters });
  });
  return routes;
}
