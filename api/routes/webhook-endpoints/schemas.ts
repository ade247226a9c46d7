import { z } from 'zod';
import { NoQuery, namedList, Page } from '../../../contract/common.ts';
import { ErrorBody } from '../../../contract/errors.ts';
import { EventWithAttempts } from '../../../contract/recorded-event.ts';
import {
  CreateWebhookEndpoint,
  DeletedWebhookEndpoint,
  EndpointIdField,
  RotateWebhookSecret,
  TestWebhookEndpoint,
  UpdateWebhookEndpoint,
  WebhookEndpoint,
  WebhookEndpointAttempt,
  WebhookEndpointWithSecret,
} from '../../../contract/webhook-endpoint.ts';

/** What the document says about each operation of webhook endpoints. */

const common = { tags: ['Webhook endpoints'], querystring: NoQuery };
const one = { ...common, params: z.object({ endpoint_id: EndpointIdField }) };
const refusals = { 400: ErrorBody, 401: ErrorBody, 429: ErrorBody, 500: ErrorBody };
const refusalsOfOne = { ...refusals, 404: ErrorBody };

export const LIST = {
  ...common,
  querystring: z.strictObject(Page),
  operationId: 'listWebhookEndpoints',
  summary: 'List webhook endpoints',
  description:
    'All endpoints that were created over the API, oldest first. The list does not contain an endpoint that your technical contact set.',
  response: { 200: namedList('WebhookEndpointList', WebhookEndpoint), ...refusals },
};

export const CREATE = {
  ...common,
  operationId: 'createWebhookEndpoint',
  summary: 'Create a webhook endpoint',
  description: `Events that happen from now on are sent to the URL. The answer has the signing secret, which is never shown again.

You can have 10 endpoints, each with a different URL. If the answer is lost, send the request again. The answer is then 409 \`webhook_endpoint_exists\`, with the id of the endpoint. Rotate its secret to get a new one.`,
  body: CreateWebhookEndpoint,
  response: {
    201: WebhookEndpointWithSecret,
    409: ErrorBody,
    422: ErrorBody,
    503: ErrorBody,
    ...refusals,
  },
};

export const GET = {
  ...one,
  operationId: 'getWebhookEndpoint',
  summary: 'Get a webhook endpoint',
  description: 'Returns the endpoint, without its secret.',
  response: { 200: WebhookEndpoint, ...refusalsOfOne },
};

export const UPDATE = {
  ...one,
  operationId: 'updateWebhookEndpoint',
  summary: 'Change a webhook endpoint',
  description:
    'Changes the fields that you send. New types apply to events that happen from now on. While the endpoint is disabled, nothing is sent to it, and attempts that were waiting end as `not_sent`.',
  body: UpdateWebhookEndpoint,
  response: { 200: WebhookEndpoint, 409: ErrorBody, ...refusalsOfOne },
};

export const DELETE = {
  ...one,
  operationId: 'deleteWebhookEndpoint',
  summary: 'Delete a webhook endpoint',
  description:
    'Deletes the endpoint with its secrets. Attempts that are waiting end as `not_sent`. An attempt in progress is completed.',
  response: { 200: DeletedWebhookEndpoint, ...refusalsOfOne },
};

export const ROTATE = {
  ...one,
  operationId: 'rotateWebhookSecret',
  summary: 'Replace the signing secret',
  description:
    'Returns a new secret, which is never shown again. Until the overlap ends, each webhook has two signatures. The first is made with the new secret, the second with the former one. During the overlap, another rotation is rejected with 409, unless its `overlap_seconds` is 0.',
  body: RotateWebhookSecret,
  response: { 200: WebhookEndpointWithSecret, 409: ErrorBody, 503: ErrorBody, ...refusalsOfOne },
};

export const TEST = {
  ...one,
  operationId: 'testWebhookEndpoint',
  summary: 'Send a test event',
  description:
    'Sends a signed test event to this endpoint only. Its purchase does not exist, and has `metadata.test_event` set to `"true"`. Returns immediately; get the event to see the attempt. You can send one test event per 10 seconds.',
  body: TestWebhookEndpoint,
  response: { 202: EventWithAttempts, 422: ErrorBody, ...refusalsOfOne },
};

export const ATTEMPTS = {
  ...one,
  operationId: 'listWebhookEndpointAttempts',
  summary: 'List attempts at a webhook endpoint',
  description:
    'Newest first. Each attempt is a request that was sent to the endpoint, with its answer or error.',
  querystring: z.strictObject(Page),
  response: { 200: namedList('WebhookEndpointAttemptList', WebhookEndpointAttempt), ...refusalsOfOne },
};
