import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Lists every file that git tracks or would add, from the root of the repository.
 * @returns none in an archive without a repository: its files were checked before they were packed
 */
export function listSourceFiles(root: string): string[] {
  if (!existsSync(join(root, '.git'))) return [];
  const deleted = new Set(list(root, ['--deleted']));
  return list(root, ['--cached', '--others', '--exclude-standard', '--deduplicate']).filter(
    (path) => !deleted.has(path),
  );
}

function list(root: string, args: readonly string[]): string[] {
  const output = execFileSync('git', ['ls-files', '-z', ...args], { cwd: root, encoding: 'utf8' });
  return output.split('\0').filter(Boolean);
}
