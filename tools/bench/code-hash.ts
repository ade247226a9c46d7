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
  ...['chaos', 'conformance', 'kubernetes', 'mutation', 'prose'].map((tool) => `tools/${tool}`),
];

/** What only `npm start` and the console run, and the benchmarks that do so. */
const OF_START = ['clients', 'console'];
const STARTING: ReadonlySet<string | undefined> = new Set(['console', 'scroll', 'startup']);

/** The hash of the code that a benchmark may run, by its name. */
export type HashOf = (bench: string | undefined) => string;

/**
 * Reads the code as it is now, ours and the versions of others: when the hash of a benchmark differs, a row is of other code. A change of the
 * console makes only the rows of its benchmarks old.
 */
export function readHashes(): HashOf {
  const [all, server] = [hashWithout(OTHER), hashWithout([...OTHER, ...OF_START])];
  return (bench) => (STARTING.has(bench) ? all : server);
}

function hashWithout(folders: readonly string[]): string {
  const hash = createHash('sha256');
  const paths = globSync(['*/**/*.{ts,js,mjs,cjs,sql,go}', '*/**/go.mod', 'package-lock.json'], {
    cwd: ROOT,
    exclude: folders.map((folder) => `${folder}/**`),
  });
  for (const path of paths.toSorted()) hash.update(`${path}\0`).update(readFileSync(join(ROOT, path)));
  return hash.digest('hex').slice(0, 16);
}
