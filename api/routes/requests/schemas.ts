import { z } from 'zod';
import { Instant, NoQuery, namedList, Page } from '../../../contract/common.ts';
import { ErrorBody } from '../../../contract/errors.ts';
import { FIELD_RULES } from '../../../contract/field-rules.ts';
import {
  LoggedRequestDetails,
  LoggedRequestResource,
  RequestIdField,
} from '../../../contract/requests/logged-request.ts';
import { PATH_CHARS_MAX } from '../../../domain/requests/kept-text.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export const RequestQuery = z.strictObject({
  request_id: z
    .string()
    .regex(/^req_[0-7][0-9a-hjkmnp-tv-z]{25}$/, { error: FIELD_RULES.request_id })
    .optional()
    .meta({
      description: 'Only the request with this id, which each answer has in `Svc-Request-Id`.',
      examples: ['req_01kf0x9b4efb7r9m2ptq4n6wze'],
    }),
  method: z.enum(METHODS).optional().meta({ description: 'Only requests with this method.' }),
  path: z
    .string()
    .min(1)
    .max(PATH_CHARS_MAX)
    .refine((text) => !text.includes('\u0000') && text.isWellFormed(), { error: FIELD_RULES.storable })
    .optional()
    .meta({
      description: 'Only requests whose path begins like this.',
      pattern: '^[^\\x00]*$',
      examples: ['/v1/purchases'],
    }),
  status: z
    .string()
    .regex(/^[1-5]([0-9]{2}|xx)$/, { error: FIELD_RULES.request_status })
    .optional()
    .meta({ description: 'Only answers with this status, or of this class.', examples: ['4xx'] }),
  principal: z
    .string()
    .regex(/^(key|per)_[0-9a-z]{26}$/, { error: FIELD_RULES.audit_principal })
    .optional()
    .meta({
      description: 'Only requests of this key or person.',
      examples: ['key_01kf0x6q0sfb7r9m2ptq4n6wze'],
    }),
  created_from: Instant.optional().describe('Only requests answered at or after this time.'),
  created_to: Instant.optional().describe('Only requests answered before this time.'),
  ...Page,
});
export type RequestQuery = z.output<typeof RequestQuery>;

const refusals = { 400: ErrorBody, 401: ErrorBody, 403: ErrorBody, 429: ErrorBody, 500: ErrorBody };
const NAMED = 'A key has the right `requests:read` only if its scopes name it.';

export const LIST = {
  operationId: 'listRequests',
  summary: 'List requests',
  description: `The requests of your keys and people to the API, newest first, for the developer who looks for what a program sent. A request appears within a few seconds after its answer, and is deleted after some days: seven, if the platform has not set another number. Under much load, requests may be missing, so the log is no evidence: purchases, statements and the audit log are complete.

Requests with a key that does not work are not in it. ${NAMED}`,
  tags: ['Requests'],
  querystring: RequestQuery,
  response: { 200: namedList('LoggedRequestList', LoggedRequestResource), ...refusals },
};

export const GET = {
  operationId: 'getRequest',
  summary: 'Get a request',
  description: `Returns one request with its body and its answer. Each answer has its id in the header \`Svc-Request-Id\`, and errors have it in \`request_id\` too. Files, and bodies of requests about erasures, exports of numbers and this log are not kept. ${NAMED}`,
  tags: ['Requests'],
  params: z.object({ request_id: RequestIdField }),
  querystring: NoQuery,
  response: { 200: LoggedRequestDetails, 404: ErrorBody, ...refusals },
};
