import { basename, join } from 'node:path';
import { cachedFolder } from './cached-folder.ts';
import { hashOfFiles } from './hash-of-files.ts';
import { findOnPath, isExecutable, runTool } from './run-tool.ts';
import { BringUpError } from './stack/failure.ts';

const COMPILE_TIMEOUT_MS = 20 * 60_000;
/** Where the archive of the Go project is usually unpacked. */
const USUAL = '/usr/local/go/bin/go';

/**
 * The Go compiler.
 * @throws BringUpError if there is none
 */
export function findGo(): string {
  const go = findOnPath('go') ?? (isExecutable(USUAL) ? USUAL : null);
  if (go === null) throw new BringUpError('Go is missing. Install Go 1.25 or later, and put it on the PATH.');
  return go;
}

/**
 * A program that is compiled once from its module, into the user's cache.
 * @param module with the path of the package, such as `example.com/tool/cmd/tool`
 * @returns the path of the program
 */
export async function findGoProgram(module: string, version: string): Promise<string> {
  const name = module.slice(module.lastIndexOf('/') + 1);
  const folder = await cachedFolder(`${name}-${version}`, async (target) => {
    const { ok, lastLine } = await runTool(findGo(), ['install', `${module}@v${version}`], {
      cwd: target,
      env: { GOBIN: target },
      timeoutMs: COMPILE_TIMEOUT_MS,
    });
    if (!ok) throw new BringUpError(`${name} could not be compiled: go install: ${lastLine}`);
  });
  return join(folder, name);
}

/**
 * Our own program, which is compiled once from its folder, into the user's cache. It is compiled again when one of its files changes.
 * @returns the path of the program
 */
export async function buildGoProgram(source: string): Promise<string> {
  const name = basename(source);
  const folder = await cachedFolder(`${name}-${hashOfFiles(source)}`, async (target) => {
    const { ok, lastLine } = await runTool(
      findGo(),
      ['build', '-trimpath', '-ldflags=-s -w', '-o', join(target, name)],
      { cwd: source, env: { CGO_ENABLED: '0' }, timeoutMs: COMPILE_TIMEOUT_MS },
    );
    if (!ok) throw new BringUpError(`${name} could not be compiled: go build: ${lastLine}`);
  });
  return join(folder, name);
}
