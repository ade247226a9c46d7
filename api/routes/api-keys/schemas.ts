import { z } from 'zod';
import {
  ApiKey,
  ApiKeyWithSecret,
  CreateApiKey,
  KeyIdField,
  RotateApiKey,
  UpdateApiKey,
} from '../../../contract/api-key.ts';
import { NoQuery, namedList, Page } from '../../../contract/common.ts';
import { ErrorBody } from '../../../contract/errors.ts';

/** What the document says about each operation of API keys. */

const common = { tags: ['API keys'], querystring: NoQuery };
const one = { ...common, params: z.object({ key_id: KeyIdField }) };
const refusals = { 400: ErrorBody, 401: ErrorBody, 429: ErrorBody, 500: ErrorBody };
const refusalsOfOne = { ...refusals, 404: ErrorBody };

export const LIST = {
  ...common,
  querystring: z.strictObject(Page),
  operationId: 'listApiKeys',
  summary: 'List API keys',
  description: 'All keys of your account, newest first, including those that expired or were revoked.',
  response: { 200: namedList('ApiKeyList', ApiKey), ...refusals },
};

export const CREATE = {
  ...common,
  operationId: 'createApiKey',
  summary: 'Create an API key',
  description: `The answer has the key, which is never shown again. It works immediately.

The new key can have no right that you do not have, and cannot work longer than yours. With a key that has a spend cap, you cannot create a key that can spend. Otherwise, the answer is 403 \`permission_denied\`. You can have 100 keys that work. If the answer is lost, list the keys, and revoke the one that you do not have.`,
  body: CreateApiKey,
  response: { 201: ApiKeyWithSecret, 422: ErrorBody, ...refusals },
};

export const GET = {
  ...one,
  operationId: 'getApiKey',
  summary: 'Get an API key',
  description: 'Returns the key, without the key itself.',
  response: { 200: ApiKey, ...refusalsOfOne },
};

export const UPDATE = {
  ...one,
  operationId: 'updateApiKey',
  summary: 'Change an API key',
  description:
    'Changes the fields that you send, within a second. You can only change keys that may do no more than you, and give them no more than you have.',
  body: UpdateApiKey,
  response: { 200: ApiKey, 409: ErrorBody, ...refusalsOfOne },
};

export const ROTATE = {
  ...one,
  operationId: 'rotateApiKey',
  summary: 'Replace an API key',
  description:
    'Returns a new key with the same id, name and rights, which is never shown again. Until the overlap ends, the former key works too. During the overlap, another rotation is rejected with 409, unless its `overlap_seconds` is 0. You can only replace keys that may do no more than you.',
  body: RotateApiKey,
  response: { 200: ApiKeyWithSecret, 409: ErrorBody, ...refusalsOfOne },
};

export const REVOKE = {
  ...one,
  operationId: 'revokeApiKey',
  summary: 'Revoke an API key',
  description:
    'Requests with the key are rejected within a second, forever. You can also revoke the key that you use. To revoke a key again changes nothing. Purchases and campaigns of the key continue.',
  response: { 200: ApiKey, ...refusalsOfOne },
};
