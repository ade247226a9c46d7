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
  ...['chaos', 'conformance', 'kubernetes', 'mutation', 'prose'].map((tool) => `tools/${tool}`),
];

/** The hash of all code that a benchmark may run, ours and the versions of others: when it differs, a row is of other code. */
export function hashCode(): string {
  const hash = createHash('sha256');
  const paths = globSync(['*/**/*.{ts,js,mjs,cjs,sql,go}', '*/**/go.mod', 'package-lock.json'], {
    cwd: ROOT,
    exclude: OTHER.map((folder) => `${folder}/**`),
  });
  for (const path of paths.toSorted()) hash.update(`${path}\0`).update(readFileSync(join(ROOT, path)));
  return hash.digest('hex').slice(0, 16);
}
