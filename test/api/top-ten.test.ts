import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listOperations as documented, nameOfRef, type Schema } from '../../api/documentation/document.ts';
import { readSchemas } from '../../api/documentation/schemas.ts';
import { readOpenApiDocument } from '../../tools/docs/openapi-document.ts';
import { type ApiFixture, startApi } from '../support/api/fixture.ts';
import { call } from '../support/api/http.ts';
import { addressOf, type Operation, operationsOf } from '../support/api/operations.ts';
import { type Owned, ownThings } from '../support/api/owned.ts';
import { staffOperationsOf } from '../support/api/staff-operations.ts';

/** The OWASP API Security Top 10 (2023), as far as it concerns every operation. The rest is tested elsewhere. */
const today = new Date().toISOString().slice(0, 10);

let api: ApiFixture;
let operations: Operation[];
let owned: Owned;

beforeAll(async () => {
  api = await startApi();
  await api.pool.query(
    `UPDATE api_keys SET scopes = '{all,approvals:decide,approvals:rules,people:read,people:manage,privacy:manage,privacy:export,requests:read}'`,
  );
  operations = operationsOf(api);
  owned = await ownThings(api);
});

afterAll(() => api.close());

function callOf(operation: Operation) {
  const body = operation.takesJson ? { body: { phone_number: '+2348031000001' } } : {};
  return call(api, addressOf(operation, { ...owned, line: '2', date: today }), {
    method: operation.method,
    ...body,
  });
}

describe('API1: object level authorization', () => {
  const OWNED =
    /\b(?:FROM|JOIN|UPDATE|INTO)\s+(?:purchases|events|batches|batch_rows|statements|statement_lines|recurrences|recurrence_runs|webhook_endpoints|webhook_attempts|submissions|approvals|approval_rules|preparers)\b|\b(?:FROM|JOIN)\s+audit_log\b/;
  /** The account is compared with something, not only read. */
  const RESTRICTED =
    /\baccount_id\s*(?:=|IS NOT DISTINCT FROM)\s*(?:\$\d+|\w+\.)|\(account_id,[^)]*\)\s*(?:=|<|>|IN)/;
  /** The delivery times of a network are those of all its purchases, and show no one of them. */
  const MEASURED_OVER_ALL = /percentile_cont/;

  it('[owasp.1] is in every statement itself: none reads what accounts own without naming the account', async () => {
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    for (const operation of operations) await callOf(operation);
    const texts = new Set(asked.mock.calls.map(([query]) => textOf(query)));
    asked.mockRestore();

    const reading = [...texts].filter((text) => OWNED.test(text) && !MEASURED_OVER_ALL.test(text));
    expect(reading.length).toBeGreaterThan(10);
    expect(reading.filter((text) => !RESTRICTED.test(text))).toEqual([]);
  });
});

function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  const text = typeof query === 'object' && query !== null && 'text' in query ? query.text : '';
  return typeof text === 'string' ? text : '';
}

describe('API3: object property level authorization', () => {
  it('[owasp.3] no answer has a field that the document does not have', async () => {
    const document = await readOpenApiDocument();
    const schemas = readSchemas(document);
    const byId = new Map(documented(document).map(({ operation }) => [operation.operationId, operation]));
    let checked = 0;
    for (const operation of operations) {
      const { status, text, headers } = await callOf(operation);
      if (headers.get('content-type')?.startsWith('application/json') !== true) continue;
      const schema = byId.get(operation.id)?.responses?.[status]?.content?.['application/json']?.schema;
      expect([operation.id, status, schema === undefined]).toEqual([operation.id, status, false]);
      const value: unknown = JSON.parse(text);
      expect([operation.id, undeclared(value, [schema ?? {}], schemas)]).toEqual([operation.id, []]);
      checked += 1;
    }
    expect(checked).toBeGreaterThan(20);
  });
});

/** The paths of fields that none of the schemas declares. Free objects, such as metadata, may hold any. */
function undeclared(value: unknown, schemas: readonly Schema[], all: Record<string, Schema>): string[] {
  const open = schemas.flatMap((schema) => choices(schema, all));
  if (Array.isArray(value)) {
    const items = open.flatMap(({ items: each }) => (each === undefined ? [] : [each]));
    return value.flatMap((item: unknown, index) =>
      undeclared(item, items, all).map((path) => `${index}.${path}`),
    );
  }
  if (typeof value !== 'object' || value === null) return [];
  if (open.some(({ type, properties }) => type === 'object' && properties === undefined)) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    const declared = open.flatMap(({ properties }) =>
      properties?.[key] === undefined ? [] : [properties[key]],
    );
    return declared.length === 0 ? [key] : undeclared(part, declared, all).map((path) => `${key}.${path}`);
  });
}

function choices(schema: Schema, all: Record<string, Schema>): Schema[] {
  const name = nameOfRef(schema.$ref);
  if (name !== null) return choices(all[name] ?? {}, all);
  return schema.anyOf === undefined ? [schema] : schema.anyOf.flatMap((one) => choices(one, all));
}

describe('API5 and API9: function level authorization, and an inventory', () => {
  /** What is served beside the documented operations. None of it moves money. */
  const BESIDE = [
    /^\/openapi\.json$/,
    /^\/docs(\/|$)/,
    /^\/favicon\.ico$/,
    // The console, which calls only what is documented and /v1/auth.
    /^\/campaigns(\/(new|schedules|:batch_id)?)?$/,
    /^\/operations(\/(search|stuck|webhooks|queues|approvals|alerts|late|contradictions|campaigns|margins|people|team|reconciliations|audit|(purchases|networks)\/:[a-z_]+|accounts(\/:[a-z_]+(\/(approval-rules|prices))?)?))?$/,
    /^\/v1\/staff\/openapi\.json$/,
    /^\/(sign-in|profile|approvals|purchases(\/:purchase_id)?|statements(\/(campaigns|cost-centres|top-up))?)?$/,
    /^\/developers(\/(keys(\/:key_id)?|webhooks(\/:endpoint_id)?|events\/:event_id|requests(\/:request_id)?|sandbox))?$/,
    /^\/admin\/(people(\/:person_id)?|roles(\/:role_id)?|limits|approvals|audit|sign-on)$/,
    /^\/device(\/|$)/,
    /^\/v1\/auth\/device(\/(token|find|decide))?$/,
    /^\/assets\/:file$/,
    /^\/v1\/auth\/(sign-in(\/link)?|sign-out|session|sessions(\/:session_id)?|password(\/forgotten)?|second-factor(\/confirm|\/verify)?)$/,
    /^\/v1\/auth\/((sign-in|second-factor)\/passkey(\/options)?|passkeys(\/options|\/:passkey_id)?|sign-in\/sso(\/callback)?)$/,
    /^\/gateways\/:network_id\/callbacks\/:token$/,
  ];

  it('[owasp.5] no path is served but the documented ones and these', () => {
    const served = pathsOf(api.app.printRoutes({ commonPrefix: false }));
    const all = [...operations, ...staffOperationsOf(api)];
    const known = new Set(all.map(({ path }) => path.replaceAll(/\{([a-z_]+)\}/g, ':$1')));
    expect(served.length).toBeGreaterThan(known.size);
    expect(served.filter((path) => !known.has(path) && !BESIDE.some((one) => one.test(path)))).toEqual([]);
  });

  it.each([
    '/v1/accounts',
    '/v1/keys',
    '/v1/funding',
    '/v1/adjustments',
    '/admin',
    '/debug',
    '/v2/purchases',
    '/.env',
  ])('[owasp.9] there is nothing at %s', async (path) => {
    for (const method of ['GET', 'POST']) expect((await call(api, path, { method })).status).toBe(404);
  });
});

/** The paths of a tree as Fastify draws it: each line adds to the one that it hangs from. */
function pathsOf(tree: string): string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods] = /^([│ ]*)[├└]── (\S+)(?: \((.*)\))?/.exec(line) ?? [];
    const depth = indent.length / 4;
    const path = (above[depth - 1] ?? '') + part;
    above[depth] = path;
    return methods === undefined ? [] : [path];
  });
}
