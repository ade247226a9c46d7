import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { WITHOUT_METHOD } from './conformance/operations/calls.ts';
import { OPERATIONS } from './conformance/operations/document.ts';

const CLIENTS = join(import.meta.dirname, '../../clients');
/** Of the packages whose own tests need their language, and so run in the long suite only. PHP passes on any parameter. */
const SOURCES = [
  { language: 'Go', folder: join(CLIENTS, 'go'), ending: '.go' },
  { language: 'Python', folder: join(CLIENTS, 'python/src'), ending: '.py' },
];

function textOf(folder: string, ending: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
}

describe.each(SOURCES)('the client for $language', ({ folder, ending }) => {
  it('names every query parameter of the operations that it has', () => {
    const text = textOf(folder, ending);
    const missing = OPERATIONS.filter(({ id }) => WITHOUT_METHOD[id] === undefined).flatMap(
      ({ id, queryParameters }) =>
        queryParameters
          // A map in the clients: columns by what they hold.
          .filter(({ name }) => !name.startsWith('column.') && !text.includes(`"${name}"`))
          .map(({ name }) => `${id}: ${name}`),
    );
    expect(OPERATIONS.length).toBeGreaterThan(50);
    expect(missing).toEqual([]);
  });
});
