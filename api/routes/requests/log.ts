import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../../../domain/access/principal.ts';
import type { Right } from '../../../domain/access/rights.ts';
import { readId } from '../../../domain/ids.ts';
import { keepPath, keepText } from '../../../domain/requests/kept-text.ts';
import type { KeptText, LoggedRequest } from '../../../domain/requests/logged-request.ts';
import type { RequestLog } from '../../../services/requests/request-log.ts';
import { readAddress } from '../../plugins/allow-list.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The JSON text that answers it; null if it is something else. */
    answer: string | null;
  }
}

/** Operations whose bodies are not kept: the log itself, and those that are about a person's number. */
const NOT_KEPT: ReadonlySet<Right> = new Set<Right>(['requests:read', 'privacy:manage', 'privacy:export']);

/**
 * Adds the requests of accounts to the log, after they were answered, except most of those that are rejected in an overload. Add it
 * after the hooks that change answers.
 */
export function logRequests(app: FastifyInstance, log: RequestLog): void {
  app.decorateRequest('answer', null);
  app.addHook('onSend', (request, reply, payload, done) => {
    const isJson = String(reply.getHeader('content-type') ?? '').includes('json');
    if (isJson && typeof payload === 'string') request.answer = payload;
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { caller } = request as Partial<Pick<FastifyRequest, 'caller'>>;
    if (caller !== undefined && log.keeps(caller.accountId, reply.statusCode)) {
      const entry = toEntry(request, reply, caller);
      if (entry !== null) log.add(entry);
    }
    done();
  });
}

/** Null for a request of someone without an account. */
function toEntry(
  request: FastifyRequest & Partial<Pick<FastifyRequest, 'principal'>>,
  reply: FastifyReply,
  caller: FastifyRequest['caller'],
): LoggedRequest | null {
  const { principal } = request;
  const id = readId('req', request.id);
  const who = principal === undefined ? null : identify(principal);
  if (who === null || id === null) return null;
  const { right } = request.routeOptions.config;
  const isKept = right === undefined || !NOT_KEPT.has(right);
  return {
    id,
    accountId: caller.accountId,
    at: new Date(),
    method: request.method,
    path: keepPath(request.url),
    status: reply.statusCode,
    durationMs: Math.round(reply.elapsedTime),
    ...who,
    address: readAddress(request.ip)?.toString() ?? null,
    request: keep(isKept ? toJson(request.body) : null),
    response: keep(isKept ? request.answer : null),
  };
}

/** Null for a request without a JSON body, such as a file. */
function toJson(body: unknown): string | null {
  return typeof body === 'object' && body !== null ? JSON.stringify(body) : null;
}

/** Only keys and people of clients have an account. */
function identify(principal: Principal): Pick<LoggedRequest, 'principalKind' | 'principalId'> | null {
  if (principal.kind === 'key') return { principalKind: 'key', principalId: principal.keyId };
  if (principal.kind === 'person') return { principalKind: 'person', principalId: principal.personId };
  return null;
}

/** The kept part of a text. It is copied, because a part would hold the whole text in memory until it is written. */
function keep(text: string | null): KeptText {
  const kept = keepText(text);
  return kept.isCut && kept.text !== null ? { ...kept, text: Buffer.from(kept.text).toString() } : kept;
}
