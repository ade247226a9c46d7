import { errorExample, exampleOf } from '../../contract/error-examples.ts';
import { ERRORS, type ErrorBody, type ErrorCode } from '../../contract/errors.ts';
import { PENDING_PURCHASE } from '../../contract/examples.ts';
import { type Operation, type Response, refTo, type Schemas } from './document.ts';
import { makeExample } from './examples.ts';

/** Which codes a status carries wherever an operation does not say otherwise (`x-error-codes`). */
const CODES_OF_STATUS: Readonly<Record<string, readonly ErrorCode[]>> = {
  400: ['invalid_request'],
  401: ['invalid_api_key'],
  402: ['insufficient_balance'],
  403: ['ip_not_allowed'],
  404: ['not_found'],
  408: ['invalid_request'],
  409: ['reference_conflict'],
  413: ['invalid_request'],
  415: ['invalid_request'],
  422: ['bundle_unavailable', 'network_mismatch', 'unsupported_network'],
  429: ['rate_limited'],
  500: ['internal_error'],
  503: ['network_unavailable'],
};

const OF_EVERY_OPERATION = ['401', '403', '429', '500'];
const OF_BODIES = ['408', '413', '415'];

const MEANING_OF_STATUS: Readonly<Record<string, string>> = {
  200: 'As asked',
  201: 'Accepted',
  202: 'Asked for; it happens after the answer',
  408: 'The request came too slowly',
  413: 'The body is too large',
  415: 'The body is of another type or encoding than this operation takes',
};

/** What such an error says, where the example of its code would say something else. */
const MESSAGE_OF_STATUS: Readonly<Record<string, string>> = {
  405: exampleOf('method_not_allowed', { method: 'POST', allowed: 'GET or HEAD' }).message,
  408: exampleOf('body_too_slow', {}).message,
  409: exampleOf('batch_command_impossible', { command: 'pause', status: 'completed' }).message,
  413: exampleOf('body_too_large', {}).message,
  415: exampleOf('content_type_unsupported', {}).message,
};

/** Every answer of an operation with its headers, its error codes and an example of each. */
export function completeResponses(operation: Operation, schemas: Schemas): Record<string, Response> {
  const always =
    operation.requestBody === undefined ? OF_EVERY_OPERATION : [...OF_EVERY_OPERATION, ...OF_BODIES];
  const declared = Object.keys(operation.responses ?? {});
  const statuses = [...new Set([...declared, ...always])].toSorted();
  return Object.fromEntries(
    statuses.map((status) => {
      const given = operation.responses?.[status];
      const response =
        Number(status) < 400 ? success(operation, status, given, schemas) : refusal(operation, status);
      return [status, { ...response, headers: listHeaders(status, statuses) }];
    }),
  );
}

function success(
  operation: Operation,
  status: string,
  given: Response | undefined,
  schemas: Schemas,
): Response {
  const own = operation.operationId === 'createPurchase' && status === '201' ? PENDING_PURCHASE : undefined;
  const { description = '', content = {} } = given ?? {};
  return {
    description: description === 'Default Response' ? (MEANING_OF_STATUS[status] ?? '') : description,
    content: Object.fromEntries(
      Object.entries(content).map(([type, media]) => [
        type,
        { ...media, example: media.example ?? own ?? makeExample(media.schema ?? {}, schemas) },
      ]),
    ),
  };
}

function refusal(operation: Operation, status: string): Response {
  const codes = listErrorCodes(operation, status);
  const meanings = codes.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`);
  const description = MEANING_OF_STATUS[status] ?? meanings.join('. ');
  const examples = codes.map((code) => [
    code,
    { summary: ERRORS[code].meaning, value: exampleOfStatus(code, status) },
  ]);
  return {
    description,
    content: { 'application/json': { schema: refTo('Error'), examples: Object.fromEntries(examples) } },
  };
}

/** The example of an error code as it is met under a status. */
function exampleOfStatus(code: ErrorCode, status: string): ErrorBody {
  const { error } = errorExample(code);
  const message = code === 'invalid_request' ? MESSAGE_OF_STATUS[status] : undefined;
  if (message === undefined) return { error };
  const { code: same, retryable, request_id } = error;
  return { error: { code: same, message, retryable, request_id } };
}

function listErrorCodes(operation: Operation, status: string): ErrorCode[] {
  const own = operation['x-error-codes']?.[status];
  if (own !== undefined) return own.filter(isErrorCode);
  const usual = [...(CODES_OF_STATUS[status] ?? [])];
  const takesNumber = JSON.stringify([operation.parameters, operation.requestBody]).includes('phone_number');
  return status === '400' && takesNumber ? [...usual, 'invalid_phone_number'] : usual;
}

function isErrorCode(code: string): code is ErrorCode {
  return code in ERRORS;
}

const REFUSED_BEFORE_COUNTED = ['401', '403'];
const RETRY_LATER = ['429', '500', '503'];

function listHeaders(status: string, statuses: readonly string[]): Record<string, { $ref: string }> {
  const isReplay = status === '200' && statuses.includes('201');
  const names = [
    'Svc-Request-Id',
    ...(REFUSED_BEFORE_COUNTED.includes(status)
      ? []
      : ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']),
    ...(status === '401' ? ['WWW-Authenticate'] : []),
    ...(RETRY_LATER.includes(status) ? ['Retry-After'] : []),
    ...(isReplay ? ['Svc-Idempotent-Replay'] : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;

/** Every header of ours. */
export const HEADERS = {
  'Svc-Request-Id': {
    description: 'Unique per request; quote it to the technical contact',
    required: true,
    schema: { type: 'string', pattern: '^req_[0-9a-z]{26}$' },
    example: 'req_01kf0x8w9mfb7r9m2ptq4n6wze',
  },
  'RateLimit-Limit': { description: 'Requests allowed in the window', schema: count, example: 100 },
  'RateLimit-Remaining': { description: 'Requests left in the window', schema: count, example: 99 },
  'RateLimit-Reset': { description: 'Seconds until the window begins anew', schema: count, example: 1 },
  'Retry-After': { description: 'Seconds to wait before the same request', schema: count, example: 1 },
  'Svc-Idempotent-Replay': {
    description: '`true` when the reference was known and nothing new was made',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  'WWW-Authenticate': { description: 'How to authenticate', schema: text, example: 'Bearer' },
  Allow: { description: 'Methods that the path has', schema: text, example: 'GET, HEAD' },
};

/** The answer of every path to a method that it does not have; no operation's own, so it stands apart. */
export const METHOD_NOT_ALLOWED: Response = {
  description: 'A known path with a method that it does not have',
  headers: {
    ...listHeaders('405', []),
    Allow: { $ref: '#/components/headers/Allow' },
  },
  content: {
    'application/json': { schema: refTo('Error'), example: exampleOfStatus('invalid_request', '405') },
  },
};
