import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
/** Tables that nobody writes to. */
const TABLES = ['domain/ids.ts'];
const VARIABLE = /^(export )?(let|var) /m;
const COLLECTION = /^(export )?const \w+(: .+?)? =\s*(new (Map|Set|WeakMap|WeakSet)\b|\[\]|\{\})/m;

it('no module of workflow code has a variable or a collection to fill: workflows of one thread share its modules', () => {
  const modules = importedFrom(join(ROOT, 'workflows', 'index.ts'));
  expect(modules).toEqual(expect.arrayContaining(['workflows/purchase.ts', 'domain/inquiry-schedule.ts']));
  const keeping = modules.filter((module) => {
    const source = readFileSync(join(ROOT, module), 'utf8');
    return VARIABLE.test(source) || (COLLECTION.test(source) && !TABLES.includes(module));
  });
  expect(keeping).toEqual([]);
});

/** A module and all of ours that it imports, but for types, relative to the project. */
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
