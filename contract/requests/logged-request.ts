import { z } from 'zod';
import { BODY_CHARS_MAX, maskBody, maskPath } from '../../domain/requests/kept-text.ts';
import type { NamedRequest } from '../../domain/requests/logged-request.ts';
import { DateTime } from '../common.ts';
import { LOGGED_REQUEST, LOGGED_REQUEST_DETAILS } from '../examples/requests.ts';

export const RequestIdField = z
  .string()
  .meta({ description: 'Id of the request, as its answer had it.', examples: [LOGGED_REQUEST.id] });

const Principal = z
  .object({
    kind: z.enum(['key', 'person']).describe('A program with an API `key`, or a `person` who was signed in.'),
    id: z.string().meta({
      description: 'Id of the key or person.',
      examples: [LOGGED_REQUEST.principal.id],
    }),
    name: z
      .string()
      .nullable()
      .meta({
        description: 'Its name now; null if it has none, or the person has left your organisation.',
        examples: [LOGGED_REQUEST.principal.name],
      }),
  })
  .meta({ id: 'RequestPrincipal', description: 'Who sent a request.' });

const FIELDS = {
  id: RequestIdField,
  object: z.literal('request').describe('Always `request`.'),
  created_at: DateTime.describe('When it was answered.'),
  method: z.string().meta({ description: 'The HTTP method.', examples: ['POST'] }),
  path: z.string().meta({
    description:
      'The path with its query, decoded, up to 1,000 characters. Phone numbers are masked without the right `numbers:read`.',
    examples: [LOGGED_REQUEST.path],
  }),
  status: z.int().meta({ description: 'The HTTP status of the answer.', examples: [400] }),
  duration_ms: z.int().describe('From the arrival of the request to the end of its answer, in milliseconds.'),
  principal: Principal,
  address: z
    .string()
    .nullable()
    .meta({ description: 'IP address of the client; null if it is not known.', examples: ['203.0.113.7'] }),
};

/** A request in a list, without its body and answer. */
export const LoggedRequestResource = z.object(FIELDS).meta({
  id: 'LoggedRequest',
  description: 'A request to the API, as the log of requests lists it.',
  examples: [LOGGED_REQUEST],
});
export type LoggedRequestResource = z.output<typeof LoggedRequestResource>;

const masking = `Secrets are replaced by \`[redacted]\`, and phone numbers are masked without the right \`numbers:read\`. It has up to ${BODY_CHARS_MAX.toLocaleString('en')} characters.`;

/** One request, with its body and answer. */
export const LoggedRequestDetails = z
  .object({
    ...FIELDS,
    request_body: z
      .string()
      .nullable()
      .describe(
        `The JSON that was sent; null if there was none, it was a file, or it is not kept. ${masking}`,
      ),
    request_body_truncated: z.boolean().describe('Whether the end of `request_body` is cut off.'),
    response_body: z
      .string()
      .nullable()
      .describe(`The JSON that was answered; null if it was a file, or it is not kept. ${masking}`),
    response_body_truncated: z.boolean().describe('Whether the end of `response_body` is cut off.'),
  })
  .meta({
    id: 'LoggedRequestDetails',
    description: 'A request to the API, with what was sent and answered.',
    examples: [LOGGED_REQUEST_DETAILS],
  });
export type LoggedRequestDetails = z.output<typeof LoggedRequestDetails>;

/** @param seesNumbers whether phone numbers are shown in full. */
export function renderLoggedRequest(request: NamedRequest, seesNumbers: boolean): LoggedRequestResource {
  return {
    id: request.id,
    object: 'request',
    created_at: request.at.toISOString(),
    method: request.method,
    path: seesNumbers ? request.path : maskPath(request.path),
    status: request.status,
    duration_ms: request.durationMs,
    principal: { kind: request.principalKind, id: request.principalId, name: request.principalName },
    address: request.address,
  };
}

/** @param seesNumbers whether phone numbers are shown in full. */
export function renderRequestDetails(request: NamedRequest, seesNumbers: boolean): LoggedRequestDetails {
  const show = (text: string | null) => (text === null || seesNumbers ? text : maskBody(text));
  return {
    ...renderLoggedRequest(request, seesNumbers),
    request_body: show(request.request.text),
    request_body_truncated: request.request.isCut,
    response_body: show(request.response.text),
    response_body_truncated: request.response.isCut,
  };
}
