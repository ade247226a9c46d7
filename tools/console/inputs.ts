import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');
/** The sources of the console. */
export const CONSOLE = join(ROOT, 'console');

/** What the built console depends on: its sources, the types of the contract, how it is built, and the locked packages. */
const INPUTS = [
  'console/index.html',
  'console/tsconfig.json',
  'console/src/**/*.{ts,tsx,css,svg}',
  'tools/console/*.ts',
  'package-lock.json',
];

/** A hash of everything that the built console depends on. */
export function hashConsole(): string {
  const hash = createHash('sha256');
  for (const path of globSync(INPUTS, { cwd: ROOT }).toSorted()) {
    hash.update(path).update(readFileSync(join(ROOT, path)));
  }
  return hash.digest('hex');
}
