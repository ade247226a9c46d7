import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type ApiFixture, startApi } from '../support/api/fixture.ts';
import { call } from '../support/api/http.ts';

const Parameter = z.object({
  name: z.string(),
  in: z.enum(['query', 'path', 'header']),
  schema: z.unknown(),
});
const Content = z.record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()) }));
const Operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  tags: z.array(z.string()).min(1),
  parameters: z.array(Parameter).default([]),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(
    z.string().regex(/^[2-5]\d\d$/),
    z.object({ description: z.string(), content: Content.optional() }),
  ),
});
type Operation = z.output<typeof Operation>;
const Document = z.object({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.object({ title: z.string(), version: z.string() }),
  paths: z.record(
    z.string().startsWith('/v1/'),
    z.partialRecord(z.enum(['get', 'post', 'put', 'patch', 'delete']), Operation),
  ),
  components: z.object({
    schemas: z.record(z.string().regex(/^[A-Za-z0-9._-]+$/), z.record(z.string(), z.unknown())),
    securitySchemes: z.object({
      api_key: z.object({ type: z.literal('http'), scheme: z.literal('bearer') }),
    }),
  }),
  security: z.array(z.record(z.string(), z.array(z.string()))),
});
type Document = z.output<typeof Document>;

let api: ApiFixture;
let text: string;
let document: Document;

beforeAll(async () => {
  api = await startApi();
  const answer = await call(api, '/openapi.json', { key: null });
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  text = answer.text;
  document = Document.parse(JSON.parse(text));
});

afterAll(() => api.close());

function operations(): [string, Operation][] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]): [string, Operation][] =>
      operation === undefined ? [] : [[`${method.toUpperCase()} ${path}`, operation]],
    ),
  );
}

function operation(name: string): Operation {
  const found = operations().find(([one]) => one === name)?.[1];
  if (found === undefined) throw new Error(`${name} is not in the document`);
  return found;
}

describe('the OpenAPI document', () => {
  it('has every operation, each with a unique id', () => {
    const ids = Object.fromEntries(operations().map(([name, { operationId }]) => [name, operationId]));
    expect(ids).toMatchObject({
      'POST /v1/purchases': 'createPurchase',
      'GET /v1/purchases': 'listPurchases',
      'GET /v1/purchases/{purchase_id}': 'getPurchase',
      'GET /v1/balance': 'getBalance',
    });
    expect(new Set(Object.values(ids)).size).toBe(operations().length);
  });

  it('refers only to its own schemas, and every schema is used', () => {
    const referred = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
    const toHeaders = text.match(/"\$ref":"#\/components\/headers\/[A-Za-z-]+"/g) ?? [];
    expect(text.match(/"\$ref":/g)).toHaveLength(referred.length + toHeaders.length);
    expect(new Set(referred)).toEqual(new Set(Object.keys(document.components.schemas)));
  });

  it('declares the parameters of each path, and no more', () => {
    for (const [name, { parameters }] of operations()) {
      const inPath = [...name.matchAll(/\{([a-z_]+)\}/g)].map(([, parameter]) => parameter);
      const declared = parameters.filter((parameter) => parameter.in === 'path').map((one) => one.name);
      expect([name, declared]).toEqual([name, inPath]);
    }
  });

  it('names the parameters of the list as in the contract, and the one that was added', () => {
    expect(operation('GET /v1/purchases').parameters.map(({ name }) => name)).toEqual([
      'reference',
      'status',
      'phone_number',
      'same_number_as',
      'created_from',
      'created_to',
      'limit',
      'cursor',
    ]);
  });

  it('[errors.body] has every status of the contract, and errors are the Error object', () => {
    const { responses } = operation('POST /v1/purchases');
    expect(Object.keys(responses)).toEqual(
      expect.arrayContaining(['200', '201', '400', '401', '402', '409', '422', '429', '500', '503']),
    );
    for (const [name, { responses: all }] of operations()) {
      expect([name, Object.keys(all)]).toEqual([name, expect.arrayContaining(['401', '429'])]);
      for (const [status, { content }] of Object.entries(all)) {
        if (Number(status) < 400) continue;
        expect(content?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Error' });
      }
    }
  });

  it('[auth.1] requires the key everywhere, and mentions nothing internal', () => {
    expect(document.security).toEqual([{ api_key: [] }]);
    expect(text).not.toMatch(/gateways|metrics|\/health|fingerprint|product_code/);
  });
});

describe('the reference page', () => {
  it('is served at /docs and loads nothing from another host', async () => {
    expect((await call(api, '/docs', { key: null })).headers.get('location')).toBe('/docs/');
    const page = await call(api, '/docs/', { key: null });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).not.toMatch(/(src|href)="(https?:)?\/\//);

    const script = await call(api, '/docs/js/scalar.js', { key: null });
    expect(script.status).toBe(200);
    expect(script.headers.get('content-type')).toMatch(/^application\/javascript/);
  });

  it('may run only its own scripts, and may connect only to the API', async () => {
    const page = await call(api, '/docs/', { key: null });
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/default-src 'none'; script-src 'self' 'sha256-[A-Za-z0-9+/]{43}='; /);
    expect(policy).toContain("connect-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe/);
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  });
});

describe('answers of /v1', () => {
  it('[conventions.json] [owasp.8] are JSON, are not cached, and cannot be read by other sites', async () => {
    for (const path of ['/v1/balance', '/v1/nothing']) {
      const { headers } = await call(api, path, { headers: { origin: 'https://elsewhere.example' } });
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-type')).toMatch(/^application\/json/);
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('server') ?? headers.get('x-powered-by')).toBeNull();
    }
  });
});
