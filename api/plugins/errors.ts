import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailable } from '../../db/unavailable.ts';
import { preferredLanguage } from '../language.ts';
import { ApiError, apiError } from './api-error.ts';

/** Renders any error of a request as the contract's Error object, in the language of the client. Internal facts are never shown. */
export function handleError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = error instanceof ApiError ? error : asApiError(error);
  if (refusal.status >= 500 && refusal !== error) {
    // PostgreSQL quotes whole rows in these fields, with phone numbers.
    const err = Object.assign(error, { detail: undefined, where: undefined });
    // The pattern of the route: an address can have tokens and phone numbers.
    const { method, routeOptions } = request;
    request.log.error(
      { err, method, route: routeOptions.url ?? 'unknown', status: refusal.status },
      'a request failed',
    );
  }

  const { retryAfterSeconds } = refusal.facts;
  if (retryAfterSeconds !== undefined) reply.header('Retry-After', retryAfterSeconds);
  if (refusal.status === 401) reply.header('WWW-Authenticate', 'Bearer');
  const language = preferredLanguage(request.headers['accept-language']);
  reply
    .headers({ 'Content-Language': language, Vary: varyBy(reply, 'Accept-Language') })
    .code(refusal.status)
    .type('application/json')
    .send(JSON.stringify(refusal.toBody(request.id, language)));
}

/** The headers that decide about an answer, with one more. */
function varyBy(reply: FastifyReply, header: string): string {
  const before = reply.getHeader('vary');
  return before === undefined ? header : `${String(before)}, ${header}`;
}

/** Long enough for a server to come back after a restart. */
const DATABASE_AWAY_SECONDS = 2;

function asApiError(error: Error): ApiError {
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  if (status < 500) return faultOfClient(error, status);
  return isUnavailable(error)
    ? apiError('database_away', { retryAfterSeconds: DATABASE_AWAY_SECONDS })
    : apiError('internal', { retryAfterSeconds: 1 });
}

/** Errors that Fastify finds before a route: unreadable JSON, a body too large, another content type. */
function faultOfClient(error: Error, status: number): ApiError {
  const code = 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return apiError('content_type_unsupported');
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return apiError('body_too_large');
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return apiError('body_empty');
    default:
      return apiError('body_unreadable', { status });
  }
}
