import { expect, it } from 'vitest';
import type { Document } from '../../api/documentation/document.ts';
import { createAnswerCheck } from '../support/api/documented-answers.ts';

const document: Document = {
  paths: {
    '/v1/cows/{cow_id}': {
      get: {
        operationId: 'getCow',
        responses: {
          200: {
            description: 'OK',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Cow' } }, 'text/csv': {} },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Cow: {
        type: 'object',
        properties: {
          born_at: { type: 'string', format: 'date-time' },
          calves: { $ref: '#/components/schemas/Names' },
        },
        required: ['born_at'],
      },
      Names: { type: 'array', items: { type: 'string' } },
    },
  },
};

const ANSWER = {
  method: 'get',
  path: '/v1/cows/{cow_id}',
  status: 200,
  contentType: 'application/json; charset=utf-8',
  body: '{"born_at":"2026-11-20T09:30:00.000Z","calves":["Ida"],"new_field":1}',
};
const { faultOf } = createAnswerCheck(document);

it.each([
  ['of its schema', {}],
  ['in another type that is documented', { contentType: 'text/csv', body: 'born_at\n' }],
  ['without a body', { contentType: null, body: null }],
  ['that is sent in parts', { body: null }],
  ['to a method that its address does not have', { status: 405 }],
  ['of an operation that is not for programs', { path: '/v1/barns' }],
])('an answer %s fits the document', (_name, changes) => {
  expect(faultOf({ ...ANSWER, ...changes })).toBe(null);
});

it.each([
  ['status', { status: 404 }, '404, which the document does not have.'],
  ['content type', { contentType: 'text/plain' }, '200 with text/plain, which the document does not have'],
  ['missing field', { body: '{}' }, "200, and the body must have required property 'born_at'"],
  ['format', { body: '{"born_at":"today"}' }, '200, and /born_at must match format "date-time"'],
  ['type in a list', { body: '{"born_at":"2026-11-20T09:30:00Z","calves":[1]}' }, '/calves/0 must be string'],
])('an undocumented %s is named with its operation', (_name, changes, sentence) => {
  const fault = faultOf({ ...ANSWER, ...changes });
  expect(fault).toContain('getCow (GET /v1/cows/{cow_id}) answered ');
  expect(fault).toContain(sentence);
});
