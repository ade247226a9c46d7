import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { newId } from '../../domain/crypto/new-id.ts';
import { apiError } from './api-error.ts';

/** A request's own id, quoted to the technical contact: `req_…`. */
export function newRequestId(): string {
  return newId('req');
}

/** On every response, whatever becomes of the request. */
export function headersOfEveryResponse(requestId: string): Record<string, string> {
  return { 'Svc-Request-Id': requestId, 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' };
}

/** Names each request on its response, which no cache may keep and no browser may take for another type. */
export function addResponseHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOfEveryResponse(request.id));
    done();
  });
}

/** Answers a known path with a wrong method by 405 and `Allow`, and everything else that is not there by 404. */
export function handleUnknownPaths(app: FastifyInstance, routes: readonly KnownRoute[]): void {
  app.setNotFoundHandler(async (request, reply) => refuseUnknown(request, reply, routes));
}

/**
 * Answers them before a body is looked at, whatever it is: Fastify would refuse a QUERY without a Content-Type first. A hook,
 * to be added behind those that must refuse before it.
 */
export function refuseUnknownPathsEarly(app: FastifyInstance, routes: readonly KnownRoute[]): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) refuseUnknown(request, reply, routes);
  });
}

function refuseUnknown(request: FastifyRequest, reply: FastifyReply, routes: readonly KnownRoute[]): never {
  const path = request.url.split('?')[0] ?? '';
  const allowed = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  if (allowed.length === 0) {
    throw apiError('address_unknown', { values: { method: request.method, path: path.slice(0, 100) } });
  }
  reply.header('Allow', allowed.join(', '));
  throw apiError('method_not_allowed', { values: { method: request.method, allowed: allowed.join(' or ') } });
}

export interface KnownRoute {
  readonly method: string;
  readonly pattern: RegExp;
}

/** Keeps a list of the routes that are registered after this call. */
export function collectRoutes(app: FastifyInstance): KnownRoute[] {
  const routes: KnownRoute[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    const source = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[a-z_]+/g, '[^/]+');
    for (const name of [method].flat()) routes.push({ method: name, pattern: new RegExp(`^${source}$`) });
  });
  return routes;
}
