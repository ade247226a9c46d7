import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Principal } from '../../domain/access/principal.ts';
import { isRight, type Right } from '../../domain/access/rights.ts';
import type { KeyId } from '../../domain/ids.ts';
import { maskNumbers } from '../../domain/masking.ts';
import { type ApiError, apiError } from './api-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The right that a request under /v1 needs. */
    readonly right?: Right;
    /** Whether someone without the right may send this request too, such as about what is their own. Its body is not read yet. */
    readonly orIf?: (request: FastifyRequest) => Promise<boolean>;
  }
  interface FastifyRequest {
    /** Who a request under /v1 acts as; set before its handler runs. */
    principal: Principal;
    /** What the principal may do. */
    rights: ReadonlySet<Right>;
  }
}

/**
 * Makes every route that is registered after this call in this scope name its right, and masks phone numbers in answers to
 * principals without `numbers:read`.
 * @throws TypeError when a route names none: the app does not start.
 */
export function requireRights(app: FastifyInstance): void {
  app.decorateRequest('principal');
  app.decorateRequest('rights');
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!isRight(config?.right ?? '')) throw new TypeError(`${String(method)} ${url} names no right`);
  });
  // Rejections before the key was checked have no rights, and no numbers.
  maskAnswers(app, ({ rights }: Partial<FastifyRequest>) => rights?.has('numbers:read') ?? true);
}

/** Masks the phone numbers in JSON answers of a scope to those who may not read them. */
export function maskAnswers(app: FastifyInstance, mayRead: (request: FastifyRequest) => boolean): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isJson = String(reply.getHeader('content-type') ?? '').startsWith('application/json');
    if (mayRead(request) || typeof payload !== 'string' || payload === '' || !isJson)
      return done(null, payload);
    done(null, JSON.stringify(maskNumbers(JSON.parse(payload))));
  });
}

/** Rejects requests whose principal does not have the right of the route. Add it after the hooks that must reject first. */
export function refuseWithoutRight(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { right, orIf } = request.routeOptions.config;
    if (right === undefined) return done(new TypeError('a route names no right'));
    if (request.rights.has(right)) return done();
    const refuse = () => done(missing(right, request.principal));
    if (orIf === undefined) return refuse();
    orIf(request).then((may) => (may ? done() : refuse()), done);
  });
}

/** The key of a request; null if it does not act as a key. */
export function keyOf({ principal }: FastifyRequest): KeyId | null {
  return principal.kind === 'key' ? principal.keyId : null;
}

/** @throws ApiError `permission_denied` when the principal does not have the right. */
export function requireRight({ rights, principal }: FastifyRequest, right: Right): void {
  if (!rights.has(right)) throw missing(right, principal);
}

function missing(right: Right, principal: Principal): ApiError {
  const facts = { values: { right }, details: { required_right: right } };
  return principal.kind === 'person'
    ? apiError('right_missing_in_session', facts)
    : apiError('right_missing', facts);
}
