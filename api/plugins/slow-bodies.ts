import { finished, PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { apiError } from './api-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set if a route streams its body and limits its time itself. */
    readonly streamsBody?: true;
  }
}

/** Longest time for a body, in milliseconds. */
export const BODY_WITHIN_MS = 10_000;

/** Rejects a body that arrives too slowly with 408. Most bodies arrive with their headers and need no timer. */
export function refuseSlowBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.raw.complete || request.routeOptions.config.streamsBody === true) return done(null, payload);

    const body = new PassThrough();
    const timer = setTimeout(() => body.destroy(apiError('body_too_slow')), BODY_WITHIN_MS).unref();
    finished(payload, (error) => {
      clearTimeout(timer);
      if (error) body.destroy(apiError('body_incomplete'));
    });
    // A body that the route does not read may fail too.
    body.on('error', () => {});
    done(null, payload.pipe(body));
  });
}
