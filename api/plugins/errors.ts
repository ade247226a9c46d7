import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, type ApiErrorFacts } from './api-error.ts';

/** Renders whatever a request ran into as the contract's Error object. Nothing internal is ever shown. */
export function handleError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = error instanceof ApiError ? error : asApiError(error);
  if (refusal.status >= 500 && refusal !== error) {
    // PostgreSQL quotes whole rows there, phone numbers included.
    request.log.error(
      { err: Object.assign(error, { detail: undefined, where: undefined }) },
      'a request failed',
    );
  }

  const { retryAfterSeconds } = refusal.facts;
  if (retryAfterSeconds !== undefined) reply.header('Retry-After', retryAfterSeconds);
  if (refusal.status === 401) reply.header('WWW-Authenticate', 'Bearer');
  reply.code(refusal.status).type('application/json').send(refusal.toBody(request.id));
}

function asApiError(error: Error): ApiError {
  if ('validation' in error && Array.isArray(error.validation)) {
    const inQuery = 'validationContext' in error && error.validationContext === 'querystring';
    return invalidShape(error.validation, inQuery);
  }

  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  if (status >= 500) {
    return new ApiError('internal_error', 'Something failed on our side. Send the same request again.', {
      retryAfterSeconds: 1,
    });
  }
  return new ApiError('invalid_request', clientFault(error), status === 400 ? {} : { status });
}

/** Faults that Fastify finds before a route: unreadable JSON, a body too large, another content type. */
function clientFault(error: Error): string {
  const code = 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return 'Send the body with Content-Type: application/json.';
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return 'The body is larger than this endpoint takes.';
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return 'The body is empty; send a JSON object.';
    default:
      return 'The request cannot be read. Check that its body is valid JSON in UTF-8.';
  }
}

interface ShapeFault {
  readonly instancePath?: string;
  readonly message?: string;
  readonly params?: {
    readonly keys?: readonly string[];
    /** What is wrong with a key of a record. */
    readonly issues?: readonly { readonly message: string }[];
  };
}

/** Names of the client's own making are shown up to here, or an answer could be as long as the request. */
const SHOWN_CHARS = 40;

/** Names the field and says what is wrong with it; the first fault found. */
function invalidShape(faults: readonly ShapeFault[], inQuery: boolean): ApiError {
  const fault = faults[0] ?? {};
  const unknown = fault.params?.keys?.[0]?.slice(0, SHOWN_CHARS);
  const param = unknown ?? fault.instancePath?.split('/')[1]?.slice(0, SHOWN_CHARS) ?? '';
  const facts: ApiErrorFacts = param === '' ? {} : { param };
  if (unknown !== undefined) {
    return new ApiError(
      'invalid_request',
      `There is no field or parameter ${unknown} here. Remove it.`,
      facts,
    );
  }
  const missing = fault.message?.endsWith('received undefined') === true;
  if (missing) return new ApiError('invalid_request', `${param} is missing.`, facts);
  if (param === 'phone_number') {
    // An unencoded + in a query means a space.
    const example = inQuery ? '%2B2348031234567 (+ written as %2B)' : '+2348031234567';
    return new ApiError('invalid_phone_number', `phone_number must be E.164, for example ${example}.`, facts);
  }
  const message = fault.params?.issues?.[0]?.message ?? fault.message ?? 'is malformed';
  return new ApiError(
    'invalid_request',
    param === '' ? `The request is malformed: ${message}` : `${param}: ${message}`,
    facts,
  );
}
