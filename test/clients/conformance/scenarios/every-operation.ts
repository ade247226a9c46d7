import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { DAY, PHONE } from '../objects.ts';
import { CALLS, type OperationCall, WITHOUT_METHOD } from '../operations/calls.ts';
import { OPERATIONS, type Operation } from '../operations/document.ts';
import {
  sampleAnswer,
  sampleBody,
  sampleQuery,
  VARIANTS,
  type Variant,
  withTimes,
} from '../operations/samples.ts';
import * as server from '../server.ts';

const PATH_VALUES: Readonly<Record<string, string>> = { date: DAY, line: '3' };
const withMethod = OPERATIONS.filter(({ id }) => WITHOUT_METHOD[id] === undefined);

/** Sends every operation of the document, with every parameter and field that it describes. */
export function operationScenarios({ server: scripted, driver }: Context): void {
  describe('every operation of the document', () => {
    let folder: string;
    let file: string;
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'conformance-'));
      file = join(folder, 'campaign.csv');
      writeFileSync(file, 'phone_number,bundle_id\n');
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it.each(withMethod)('$id has a method that can send all that it takes', async (operation) => {
      const calls = CALLS[operation.id] ?? [];
      expect(calls, `No driver has a call for ${operation.id}.`).not.toEqual([]);
      const target = join(folder, operation.id);
      for (const call of calls) for (const variant of VARIANTS) await send(operation, call, variant, target);
    });

    async function send(operation: Operation, call: OperationCall, variant: Variant, target: string) {
      const path = Object.fromEntries(
        operation.pathParameters.map((name) => [name, PATH_VALUES[name] ?? `${name}_1`]),
      );
      const query = sampleQuery(operation, variant);
      for (const name of call.without ?? []) delete query[name];
      const body = operation.body === null ? {} : bodyOf(operation.body, call, variant);
      scripted().script(answerTo(operation, call));
      await driver().ok(call.call, call.args({ path, query, body, file, target }));

      const [sent] = scripted().seen;
      const { pathname, searchParams } = new URL(sent?.url ?? '', 'http://x');
      const place = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => path[name] ?? '');
      expect([sent?.method, pathname]).toEqual([operation.method, place]);
      const texts = Object.entries(query).map(([name, value]) => [name, String(value)]);
      expect(withTimes(Object.fromEntries(searchParams))).toEqual(withTimes(Object.fromEntries(texts)));
      if (operation.body === null) return;
      const text = sent?.body.toString() ?? '';
      expect(withTimes(text === '' ? {} : JSON.parse(text))).toEqual(withTimes(body));
    }
  });
}

function bodyOf(
  schema: NonNullable<Operation['body']>,
  { always = [] }: OperationCall,
  variant: Variant,
): Record<string, unknown> {
  const all = sampleBody(schema, 'all');
  const kept = always.map((name) => [name, all[name]]);
  return { ...Object.fromEntries(kept), ...sampleBody(schema, variant) };
}

function answerTo({ answer }: Operation, { call }: OperationCall): server.Step {
  if (answer === null) return server.xlsx('PK');
  if (call.startsWith('download_')) return server.csv(`phone_number\n${PHONE}\n`);
  return server.json(answer.status, sampleAnswer(answer.schema));
}
