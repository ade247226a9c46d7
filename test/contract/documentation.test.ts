import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listOperations, mapObjects, nameOfRef } from '../../api/documentation/document.ts';
import { API_VERSION, listServers } from '../../api/documentation/introduction.ts';
import { FAILURE_CODES } from '../../domain/purchase/failure-codes.ts';
import { document, schemas } from '../support/contract/document.ts';

const operations = listOperations(document);

/** Resources are the schemas that name their type; `data` of an event has nothing but its resource in `object`. */
const resources = Object.entries(schemas).filter(
  ([, { properties = {} }]) => properties.object !== undefined && Object.keys(properties).length > 1,
);

describe('the document', () => {
  it('[versioning.path] every path begins with /v1', () => {
    expect(Object.keys(document.paths).filter((path) => !path.startsWith('/v1/'))).toEqual([]);
  });

  it('[conventions.object] every resource names its type in object', () => {
    const names = resources.map(([name, { properties }]) => [name, properties?.object?.const]);
    expect(names).toEqual(
      expect.arrayContaining([
        ['Purchase', 'purchase'],
        ['Bundle', 'bundle'],
        ['Network', 'network'],
        ['Balance', 'balance'],
        ['Statement', 'statement'],
        ['StatementLine', 'statement_line'],
        ['Status', 'status'],
        ['PurchaseEvent', 'event'],
      ]),
    );
    expect(names.filter(([, type]) => typeof type !== 'string')).toEqual([]);
  });

  it('[conventions.ids] the ids of resources have their prefixes', () => {
    const prefixes = {
      Purchase: 'pur_',
      Network: 'net_',
      Bundle: 'bnd_',
      StatementLine: 'stl_',
      PurchaseEvent: 'evt_',
    };
    for (const [name, prefix] of Object.entries(prefixes)) {
      const [example] = schemas[name]?.properties?.id?.examples ?? [];
      expect([name, String(example).startsWith(prefix)]).toEqual([name, true]);
    }
  });

  it('[conventions.money] money is an integer and three capital letters', () => {
    expect(schemas.Money?.properties).toMatchObject({
      amount: { type: 'integer' },
      currency: { type: 'string', pattern: '^[A-Z]{3}$' },
    });
  });

  it('[conventions.list] every list has the same envelope', () => {
    const lists = operations.filter(({ operation }) => operation.operationId?.startsWith('list'));
    expect(lists.length).toBeGreaterThan(5);
    for (const { operation } of lists) {
      const { $ref } = operation.responses?.[200]?.content?.['application/json']?.schema ?? {};
      const schema = schemas[nameOfRef($ref) ?? ''];
      expect([operation.operationId, schema?.required]).toEqual([
        operation.operationId,
        ['object', 'data', 'has_more', 'next_cursor'],
      ]);
      const object = schema?.properties?.object;
      expect(object?.const ?? object?.enum).toEqual(object?.const === undefined ? ['list'] : 'list');
      const parameters = operation.parameters?.map(({ name }) => name);
      expect(parameters).toEqual(expect.arrayContaining(['limit', 'cursor']));
    }
  });

  it('[versioning.codes] the codes of errors and failures are not a closed list', () => {
    for (const schema of [schemas.ErrorDetail, schemas.PurchaseFailure, schemas.BatchRowError]) {
      expect(schema?.properties?.code).toMatchObject({ type: 'string' });
      expect(schema?.properties?.code?.enum).toBeUndefined();
    }
  });

  it('[purchase.failure_code] the failure codes of the contract are in the catalogue', () => {
    expect(Object.keys(FAILURE_CODES)).toEqual(
      expect.arrayContaining(['network_timeout', 'number_not_eligible']),
    );
  });

  it('says in its introduction how a path answers a method that it does not support', () => {
    expect(document.info).toMatchObject({
      description: expect.stringContaining('answered with 405 and the header `Allow`'),
    });
  });

  it('lists the columns of a campaign that can be mapped', () => {
    const upload = operations.find(({ operation }) => operation.operationId === 'createBatch')?.operation;
    expect(upload?.parameters?.map(({ name }) => name)).toEqual(
      expect.arrayContaining(
        ['phone_number', 'bundle_id', 'reference', 'network_id'].map((column) => `column.${column}`),
      ),
    );
    expect(upload?.description).toContain('column.metadata.<key>');
  });

  it('is dated, and the changelog of the API begins with that date', () => {
    expect(document.info).toMatchObject({ version: API_VERSION });
    const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'api-changes.md'), 'utf8');
    expect(/^## (.*)$/m.exec(page)?.[1]).toBe(API_VERSION);
  });

  it('describes every schema, property, parameter and operation', () => {
    const missing = Object.entries(schemas).flatMap(([name, schema]) => [
      ...(schema.description === undefined ? [name] : []),
      ...Object.entries(schema.properties ?? {})
        .filter(([, { description, $ref }]) => description === undefined && $ref === undefined)
        .map(([property]) => `${name}.${property}`),
    ]);
    for (const { operation } of operations) {
      if (operation.description === undefined) missing.push(String(operation.operationId));
      for (const { name, description } of operation.parameters ?? [])
        if (description === undefined) missing.push(`${operation.operationId} ${name}`);
    }
    expect(missing).toEqual([]);
  });

  it('has no tags in descriptions that Markdown would hide', () => {
    const hidden: unknown[] = [];
    mapObjects(document, (part) => {
      const text = typeof part.description === 'string' ? part.description : '';
      if (/[<>]/.test(text.replaceAll(/`[^`]*`/g, ''))) hidden.push(text);
      return part;
    });
    expect(hidden).toEqual([]);
  });

  it('names every object: no schema of an object is inside another or an answer', () => {
    const inner = Object.values(schemas).flatMap(({ properties = {} }) =>
      Object.entries(properties).filter(([, property]) =>
        [property, property.items, ...(property.anyOf ?? [])].some((one) => one?.properties !== undefined),
      ),
    );
    expect(inner).toEqual([]);
    for (const { operation } of operations)
      for (const { content = {} } of Object.values(operation.responses ?? {}))
        expect(content['application/json']?.schema?.properties).toBeUndefined();
  });

  it('is closed in requests and open in answers, so that new fields break no client', () => {
    const closed = Object.entries(schemas).filter(([, schema]) => schema.additionalProperties === false);
    expect(
      closed.map(([name]) => name).filter((name) => !/^(Create|Replace|Update|Rotate|Test)[A-Z]/.test(name)),
    ).toEqual([
      'ApprovedCost',
      'BatchRowEdit',
      'ChangeBatchRow',
      'ChangeBatchRows',
      'DecideApproval',
      'EndApproval',
      'LowBalanceThreshold',
      'RequestBatchStart',
      'ResumeBatch',
      'RetryBatch',
      'ScheduleBatch',
      'SpendCap',
      'StartBatch',
    ]);
    expect(closed.length).toBeGreaterThanOrEqual(5);
  });

  it.each([
    [null, ['/', 'https://{host}']],
    ['https://api.example.com', ['https://api.example.com']],
  ])('has servers: with the base URL %s', (publicUrl, urls) => {
    expect(listServers(publicUrl).map(({ url }) => url)).toEqual(urls);
  });

  it('has one schema per resource, for requests and responses', () => {
    expect(Object.keys(schemas).filter((name) => name.endsWith('Input'))).toEqual([]);
  });
});

describe('generators', () => {
  it('get 64 bits for every integer that has no upper bound', () => {
    const narrow: unknown[] = [];
    mapObjects(document, (part) => {
      if (part.type === 'integer' && part.maximum === undefined && part.format !== 'int64') narrow.push(part);
      return part;
    });
    // Headers and counts of a few digits need no bound.
    expect(narrow.filter((part) => JSON.stringify(part) !== '{"type":"integer","minimum":0}')).toEqual([]);
  });

  it('get patterns that PCRE reads as well', () => {
    expect(JSON.stringify(document)).not.toContain('u0000');
  });

  it('see the form first if a file may be sent as a form or as the whole body', () => {
    const { requestBody } = document.paths['/v1/batches']?.post ?? {};
    expect(Object.keys(requestBody?.content ?? {})).toEqual([
      'multipart/form-data',
      'text/csv',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.oasis.opendocument.spreadsheet',
    ]);
  });

  it('get no example of an optional parameter, which a sample would send', () => {
    const optional = operations
      .flatMap(({ operation }) => operation.parameters ?? [])
      .filter((parameter) => parameter.in === 'query' && parameter.required !== true);
    expect(optional.length).toBeGreaterThan(20);
    expect(
      optional.filter(({ example, schema }) => example !== undefined || schema.examples !== undefined),
    ).toEqual([]);
  });

  it('get the schemas of webhooks from a path too, or some would drop them', () => {
    const { callbacks } = document.paths['/v1/events/{event_id}/resend']?.post ?? {};
    for (const name of ['PurchaseEvent', 'BatchEvent', 'ApprovalEvent'])
      expect(JSON.stringify(callbacks)).toContain(`#/components/schemas/${name}"`);
  });
});
