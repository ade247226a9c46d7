import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { userCache } from '../../../tools/cache.ts';
import { run } from './run.ts';

/** What the TypeScript package supports besides Node, from the npm registry. */
export const RUNTIMES = { deno: '2.9.6', bun: '1.4.5' } as const;

/** The beginning of the command that runs a program with a runtime, in any folder. */
export function runtimeCommand(name: keyof typeof RUNTIMES): readonly [string, ...string[]] {
  const program = join(folderOf(name), 'node_modules', '.bin', name);
  // Deno gives a program no right by itself. These are what the package needs.
  const rights = ['--allow-net', '--allow-env', '--allow-read', '--allow-write'];
  return name === 'deno' ? [program, 'run', '--no-prompt', ...rights] : [program];
}

/** Installs a runtime, unless this machine has its version. @throws Error with the output of npm */
export async function installRuntime(name: keyof typeof RUNTIMES): Promise<void> {
  const folder = folderOf(name);
  if (existsSync(join(folder, 'node_modules', '.bin', name))) return;
  mkdirSync(folder, { recursive: true });
  const wanted = `${name}@${RUNTIMES[name]}`;
  const args = ['install', '--no-audit', '--no-fund', '--prefix', folder, wanted];
  const { code, output } = await run('npm', args, { cwd: folder });
  if (code !== 0) throw new Error(`npm could not install ${wanted}:\n${output}`);
}

const folderOf = (name: keyof typeof RUNTIMES): string =>
  join(userCache(), 'runtimes', `${name}-${RUNTIMES[name]}`);
