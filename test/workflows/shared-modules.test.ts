import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const VARIABLE = /^(?:export )?(?:let|var) .*/gm;
/** A top-level constant that holds an object, an array or an instance, up to its end. */
const OBJECT = /^(?:export )?const \w+(: .+?)? =\s*(?:\{|\[|new )[\s\S]*?;$/gm;

it('no module of workflow code has a variable or an object to write to: workflows of one thread share its modules', () => {
  const modules = importedFrom(join(ROOT, 'workflows', 'index.ts'));
  expect(modules).toEqual(
    expect.arrayContaining(['workflows/purchase.ts', 'domain/purchase/inquiry-schedule.ts']),
  );
  const keeping = modules.flatMap((module) =>
    writable(readFileSync(join(ROOT, module), 'utf8')).map((found) => `${module}: ${found}`),
  );
  expect(keeping).toEqual([]);
});

it.each([
  ['let n = 0;', 1],
  ['const s = { n: 0 };', 1],
  ['export const all: string[] = [];', 1],
  ['const seen = new Map<string, number>();', 1],
  ["const NAMES = {\n  a: 'b',\n} as const;", 0],
  ['const NAMES: Readonly<Record<string, string>> = {};', 0],
  ['const byName: ReadonlyMap<string, number> = new Map();', 0],
  ['const N = 1;', 0],
])('of %j it finds %i', (code, found) => {
  expect(writable(code)).toHaveLength(found);
});

/** What a module could write to at its top level: where the types say readonly, the compiler refuses it. */
function writable(code: string): string[] {
  const objects = [...code.matchAll(OBJECT)]
    .filter(([text, type = '']) => !/^: [Rr]eadonly/.test(type) && !text.endsWith('as const;'))
    .map(([text]) => text);
  return [...(code.match(VARIABLE) ?? []), ...objects];
}

/** A module and all our modules that it imports, except types, relative to the project. */
function importedFrom(entry: string): string[] {
  const found = new Set<string>();
  const visit = (path: string) => {
    if (found.has(path)) return;
    found.add(path);
    const source = readFileSync(path, 'utf8');
    for (const [, imported] of source.matchAll(/^(?:import|export) (?!type )[^;]*? from '(\.[^']+)';/gm)) {
      if (imported !== undefined) visit(join(dirname(path), imported));
    }
  };
  visit(entry);
  return [...found].map((path) => relative(ROOT, path));
}
