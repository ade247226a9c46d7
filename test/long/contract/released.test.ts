import { describe, expect, it } from 'vitest';
import type { Document, Operation, Schema } from '../../../api/documentation/document.ts';
import { readSchemas } from '../../../api/documentation/schemas.ts';
import { document } from '../../support/contract/document.ts';
import { findBreakingChanges, readReleased } from '../../support/contract/released.ts';

const released = readReleased();

it('the released document has the version that its file name says', () => {
  expect(released.document.info).toMatchObject({ version: released.version });
});

it('the document has no breaking change since the last release', async () => {
  expect(await findBreakingChanges(released.document, document)).toEqual([]);
});

/** A copy of the released document, changed. */
function changed(change: (copy: Document) => void): Document {
  const copy = structuredClone(released.document);
  change(copy);
  return copy;
}

function operationOf({ paths }: Document, path: string, method: string): Operation {
  const operation = paths[path]?.[method];
  if (operation === undefined) throw new Error(`${method} ${path} is not in the document`);
  return operation;
}

function purchaseOf(copy: Document): { properties: Record<string, Schema> } {
  const { properties } = readSchemas(copy).Purchase ?? {};
  if (properties === undefined) throw new Error('Purchase has no properties');
  return { properties };
}

describe('a change breaks clients if it', () => {
  it.each<[string, (copy: Document) => void, RegExp]>([
    [
      'removes a field of an answer',
      (copy) => {
        delete purchaseOf(copy).properties.price;
      },
      /response-.*property-removed/,
    ],
    [
      'changes the type of a field',
      (copy) => {
        purchaseOf(copy).properties.network_id = { type: 'integer' };
      },
      /response-property-type-changed/,
    ],
    [
      'removes the pattern of another field than shown numbers',
      (copy) => {
        delete readSchemas(copy).Money?.properties?.currency?.pattern;
      },
      /response-property-pattern-removed/,
    ],
    [
      'adds a value to a status',
      (copy) => {
        purchaseOf(copy).properties.status?.enum?.push('parked');
      },
      /response-property-enum-value-added/,
    ],
    [
      'requires a parameter that was optional',
      (copy) => {
        const [first] = operationOf(copy, '/v1/purchases', 'get').parameters ?? [];
        if (first !== undefined) first.required = true;
      },
      /request-parameter-became-required/,
    ],
    [
      'removes an operation',
      (copy) => {
        delete copy.paths['/v1/events'];
      },
      /api-.*removed/,
    ],
    [
      'removes a field of a webhook',
      (copy) => {
        delete readSchemas(copy).BatchEvent?.properties?.type;
      },
      /\/webhooks\/batch\.completed response-.*property-removed/,
    ],
  ])('%s', async (_what, change, found) => {
    expect((await findBreakingChanges(released.document, changed(change))).join('\n')).toMatch(found);
  });
});

it('new operations, parameters, fields and descriptions break no client', async () => {
  const next = changed((copy) => {
    purchaseOf(copy).properties.channel = { type: 'string' };
    const list = operationOf(copy, '/v1/purchases', 'get');
    list.description = 'Changed.';
    list.parameters?.push({ name: 'channel', in: 'query', schema: { type: 'string' } });
    copy.paths['/v1/channels'] = { get: { responses: { 200: { description: 'OK' } } } };
  });
  expect(await findBreakingChanges(released.document, next)).toEqual([]);
});
