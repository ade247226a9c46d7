import { spawnSync } from 'node:child_process';
import type { TestContext } from 'vitest';

/**
 * Skips the test if a program is missing, and fails it in CI, where .ci/run installs the program.
 * @param found the program's name, found on PATH.
 * @param debianPackage the Debian package that has it.
 */
export function needsProgram(context: TestContext, found: string, debianPackage: string): void {
  if (isOnPath(found)) return;
  const message = `${found} is missing. Install it with: apt-get install ${debianPackage}`;
  if ((process.env.CI ?? '') !== '') throw new Error(message);
  context.skip(message);
}

function isOnPath(name: string): boolean {
  return spawnSync('sh', ['-c', 'command -v "$0"', name]).status === 0;
}
