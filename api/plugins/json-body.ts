import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ApiError, apiError } from './api-error.ts';

/**
 * Accepts only JSON in UTF-8: a purchase must not be read from bytes that mean something else. An operation without a body accepts an
 * empty one of any type, which many clients send.
 */
export function acceptJson(app: FastifyInstance): void {
  accept(app, ({ routeOptions }) => routeOptions.schema?.body === undefined);
}

/**
 * Accepts JSON as `acceptJson` does, or no body at all. An empty body is none, whatever its type: earlier clients send one. Any
 * other type is rejected, so that no client believes that its fields were read.
 */
export function acceptOptionalJson(app: FastifyInstance): void {
  accept(app, () => true);
}

function accept(app: FastifyInstance, mayBeEmpty: (request: FastifyRequest) => boolean): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  const isNone = (request: FastifyRequest, body: Buffer) => body.length === 0 && mayBeEmpty(request);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    done(isNone(request, body) ? null : apiError('content_type_unsupported'));
  });
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (isNone(request, body)) return done(null);
    const refusal = refuseEncoding(request.headers);
    if (refusal !== null) return done(refusal);
    if (!isUtf8(body)) return done(apiError('body_not_utf8'));
    void parse(request, body.toString(), done);
  });
}

function refuseEncoding(headers: IncomingHttpHeaders): ApiError | null {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') return apiError('body_encoded');

  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !['utf-8', 'utf8', 'us-ascii'].includes(charset.toLowerCase()))
    return apiError('charset_unsupported');
  return null;
}
