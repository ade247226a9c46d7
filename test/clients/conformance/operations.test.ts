import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CALLS, PARAMETERS_WITHOUT_METHOD, WITHOUT_METHOD } from './operations/calls.ts';
import { OPERATIONS } from './operations/document.ts';

const CLIENTS = join(import.meta.dirname, '../../../clients');
const NAMES = [...new Set(Object.values(CALLS).flatMap((calls) => calls.map(({ call }) => call)))];

/** The source of a driver. Its scenarios call it; this needs none of the languages. */
function readDriver(language: string): string {
  const folder = join(CLIENTS, language, 'conformance');
  const files = readdirSync(folder).filter((name) => /\.(ts|py|go|php)$/.test(name));
  return files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
}

describe('the calls of the conformance suite', () => {
  it('send every operation of the document, except those that are listed with a reason', () => {
    const sent = [...Object.keys(CALLS), ...Object.keys(WITHOUT_METHOD)].toSorted();
    expect(sent).toEqual(OPERATIONS.map(({ id }) => id).toSorted());
  });

  it('send every parameter of the query, except those that are listed with a reason', () => {
    const withMethod = OPERATIONS.filter(({ id }) => WITHOUT_METHOD[id] === undefined);
    const missing = withMethod.flatMap(({ id, queryParameters }) =>
      queryParameters
        .filter(({ name }) => (CALLS[id] ?? []).every(({ without }) => without?.includes(name) === true))
        .map(({ name }) => `${id} ${name}`),
    );
    const listed = Object.entries(PARAMETERS_WITHOUT_METHOD).flatMap(([id, names]) =>
      Object.keys(names).map((name) => `${id} ${name}`),
    );
    expect(missing).toEqual(listed);
  });

  it.each(['typescript', 'python', 'go', 'php'])('are all in the driver of %s', (language) => {
    const source = readDriver(language);
    const missing = NAMES.filter((name) => !new RegExp(`(?<![a-z_])${name}(?![a-z_])`).test(source));
    expect(missing).toEqual([]);
  });

  it('are described in clients/conformance.md', () => {
    const page = readFileSync(join(CLIENTS, 'conformance.md'), 'utf8');
    expect(NAMES.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});
