import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { isSiteFresh } from '../docs/site/inputs.ts';

const BUILD = join(import.meta.dirname, '..', 'docs', 'site', 'build.ts');

/**
 * Builds the guides in the background, at low priority, if their pages have changed since the last build. The API
 * serves them once they are built.
 * @returns a function that ends the build early
 */
export function buildGuides(logFile: string): () => void {
  if (isSiteFresh()) return () => {};
  const log = openSync(logFile, 'a', 0o600);
  const build = spawn(process.execPath, [BUILD], { stdio: ['ignore', log, log] });
  closeSync(log);
  build.on('error', () => {});
  if (build.pid !== undefined) setPriority(build.pid, constants.priority.PRIORITY_LOW);
  return () => build.kill();
}
