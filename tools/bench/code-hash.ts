import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
/** What no measured process runs. */
const OTHER = [
  'node_modules',
  'test',
  'docs',
  'deploy',
  'dist',
  'cli',
  'clients',
  ...['chaos', 'conformance', 'kubernetes', 'mutation', 'prose'].map((tool) => `tools/${tool}`),
];

/** The benchmarks that run the console. */
const OF_CONSOLE: ReadonlySet<string | undefined> = new Set(['console', 'scroll', 'startup']);

/** The hash of the code that a benchmark may run, by its name. */
export type HashOf = (bench: string | undefined) => string;

/**
 * The hash of all code that a benchmark may run, ours and the versions of others: when it differs, a row is of other code. A change
 * of the console makes only the rows of its benchmarks old.
 */
export const hashCode: HashOf = (bench) => hashWithout(OF_CONSOLE.has(bench) ? OTHER : [...OTHER, 'console']);

function hashWithout(folders: readonly string[]): string {
  const hash = createHash('sha256');
  const paths = globSync(['*/**/*.{ts,js,mjs,cjs,sql,go}', '*/**/go.mod', 'package-lock.json'], {
    cwd: ROOT,
    exclude: folders.map((folder) => `${folder}/**`),
  });
  for (const path of paths.toSorted()) hash.update(`${path}\0`).update(readFileSync(join(ROOT, path)));
  return hash.digest('hex').slice(0, 16);
}
