import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listOperations, type Media, type Operation } from '../../api/documentation/document.ts';
import { TAGS } from '../../api/documentation/introduction.ts';
import { ERRORS } from '../../contract/errors.ts';
import { maskNumbers } from '../../domain/masking.ts';
import { document, examplesOf, readable } from '../support/contract/document.ts';

const operations = listOperations(document);
const WithCode = z.object({ error: z.object({ code: z.string() }) });

describe.each(
  operations.map(({ path, method, operation }) => [`${method.toUpperCase()} ${path}`, operation] as const),
)('%s', (_name, operation) => {
  it('has a summary, and a group that the introduction names', () => {
    expect(operation.summary).toEqual(expect.any(String));
    expect(TAGS.map(({ name }) => name)).toEqual(expect.arrayContaining(operation.tags ?? ['none']));
  });

  it('has the headers of every answer', () => {
    expect(Object.keys(operation.responses ?? {})).toEqual(expect.arrayContaining(['401', '429', '500']));
    for (const [status, { headers = {} }] of Object.entries(operation.responses ?? {})) {
      const expected = ['Svc-Request-Id'];
      if (status !== '401') expected.push('RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset');
      if (['429', '500', '503'].includes(status)) expected.push('Retry-After');
      if (status === '200' && operation.responses?.[201] !== undefined)
        expected.push('Svc-Idempotent-Replay');
      if (Number(status) >= 400) expected.push('Content-Language');
      expect([status, Object.keys(headers)]).toEqual([status, expect.arrayContaining(expected)]);
    }
  });

  it('has an example for every error status, each with a known code', () => {
    for (const [status, { content = {} }] of Object.entries(operation.responses ?? {})) {
      if (Number(status) < 400) continue;
      const media = content['application/json'];
      const codes =
        media === undefined ? [] : examplesOf(media).map((body) => WithCode.parse(body).error.code);
      expect([status, codes.length > 0]).toEqual([status, true]);
      expect(codes.filter((code) => !(code in ERRORS))).toEqual([]);
    }
  });

  it('has examples of every body, and each matches its schema', () => {
    for (const [type, media] of mediaOf(operation)) {
      const examples = examplesOf(media);
      expect([type, examples.length > 0]).toEqual([type, true]);
      if (type !== 'application/json') continue;
      for (const example of examples) expect(() => readable(media.schema ?? {}).parse(example)).not.toThrow();
    }
  });
});

it('files have their name in Content-Disposition, and a start may be above the limit', () => {
  const byId = new Map(operations.map(({ operation }) => [operation.operationId, operation.responses ?? {}]));
  for (const id of ['getBatchTemplate', 'listBatchRows', 'listStatementLines', 'listAuditLog'])
    expect([id, Object.keys(byId.get(id)?.[200]?.headers ?? {})]).toEqual([
      id,
      expect.arrayContaining(['Content-Disposition']),
    ]);
  expect(Object.keys(byId.get('streamBatchProgress')?.[200]?.headers ?? {})).not.toContain(
    'Content-Disposition',
  );
  for (const id of ['startBatch', 'scheduleBatch', 'requestBatchStart'])
    expect([id, JSON.stringify(byId.get(id)?.[422])]).toEqual([id, expect.stringContaining('per campaign')]);
});

/** Those without the right `numbers:read` get such answers. */
it.each(
  operations.flatMap(({ operation: { operationId, responses = {} } }) =>
    Object.entries(responses).flatMap(([status, { content }]) => {
      const media = content?.['application/json'];
      return media === undefined || Number(status) >= 400
        ? []
        : [[`${operationId} ${status}`, media] as const];
    }),
  ),
)('[keys.masked] %s matches its schema if its phone numbers are masked', (_name, media) => {
  for (const example of examplesOf(media))
    expect(() => readable(media.schema ?? {}).parse(maskNumbers(example))).not.toThrow();
});

function mediaOf({ requestBody, responses }: Operation): [string, Media][] {
  return [requestBody, ...Object.values(responses ?? {})].flatMap((part) =>
    Object.entries(part?.content ?? {}),
  );
}
