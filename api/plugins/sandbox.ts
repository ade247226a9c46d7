import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { EFFECTS, type Effect, readEffect, readReferenceEffect } from '../../domain/sandbox/effect.ts';
import { apiError } from './api-error.ts';
import { holdPlace } from './places/hold-place.ts';
import { createPlaces, SLOW } from './places/places.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What a request in test mode asked the API to do with it; null for every other request. */
    sandbox: Effect | null;
  }
}

/** How long a slow answer takes: less than the time limit of our clients, so that a shorter limit can be tried. */
export const SLOW_MS = 10_000;
/** Longest time from a slow answer's end to its last byte. */
const READ_WITHIN_MS = 30_000;
const RETRY_AFTER_SECONDS = 1;

/** What only test mode does. */
export interface Sandbox {
  /**
   * Does what a purchase's reference asks for, such as `sandbox:slow:order-1`. A header takes precedence, and the references of
   * live purchases ask for nothing.
   * @throws ApiError `rate_limited` or `internal_error`, if the reference asks for it.
   */
  follow(request: FastifyRequest, reply: FastifyReply, reference: string): void;
}

/** Adds `sandbox` to the requests of an app. */
export function decorateWithSandbox(app: FastifyInstance): void {
  app.decorateRequest('sandbox', null);
}

/**
 * Does what the header `Svc-Sandbox` asks for. A value for other operations has no effect, so that a client can send one value
 * with all its requests. In live mode the header is rejected: a program that takes a live purchase for a test must not buy.
 */
export function serveSandbox(app: FastifyInstance, slowMs = SLOW_MS): Sandbox {
  const delay = delayAnswers(app, slowMs);
  const act = (request: FastifyRequest, reply: FastifyReply, effect: Effect | null) => {
    request.sandbox = effect;
    if (effect === 'rate-limited') {
      reply.header('RateLimit-Remaining', 0);
      throw apiError('rate_exceeded', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    if (effect === 'internal-error') throw apiError('internal', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    if (effect === 'slow') delay(request, reply);
  };

  app.addHook('onRequest', (request, reply, done) => {
    const header = request.headers['svc-sandbox'];
    if (header === undefined) return done();
    if (request.caller.livemode) throw apiError('sandbox_in_live_mode');
    const effect = readEffect(String(header));
    if (effect === null) throw apiError('sandbox_effect_unknown', { values: { values: EFFECTS.join(', ') } });
    act(request, reply, effect);
    done();
  });
  return {
    follow(request, reply, reference) {
      if (!request.caller.livemode && request.sandbox === null)
        act(request, reply, readReferenceEffect(reference));
    },
  };
}

/**
 * Delays the answers of the requests that it is called with. A read waits before it is carried out, and holds nothing
 * meanwhile; everything else is carried out first, as when the answer is slow on its way. Waiting ends when the client leaves or
 * the app closes.
 */
function delayAnswers(app: FastifyInstance, slowMs: number) {
  const places = createPlaces(SLOW);
  const slow = new WeakSet<FastifyRequest>();
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());

  const pause = async (reply: FastifyReply) => {
    const left = new AbortController();
    const leave = () => left.abort();
    reply.raw.once('close', leave);
    const signal = AbortSignal.any([left.signal, closing.signal]);
    await sleep(slowMs, undefined, { signal }).catch(() => {});
    reply.raw.off('close', leave);
  };
  app.addHook('preHandler', (request, reply, done) => {
    if (request.method === 'GET' && slow.delete(request)) void pause(reply).then(() => done());
    else done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (slow.delete(request)) void pause(reply).then(() => done());
    else done();
  });

  return (request: FastifyRequest, reply: FastifyReply) => {
    holdPlace(reply, places.take(request.caller.accountId), slowMs + READ_WITHIN_MS);
    slow.add(request);
  };
}
