import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { userCache } from './cache.ts';
import { findOnPath, isExecutable, runTool } from './run-tool.ts';
import { BringUpError } from './stack/failure.ts';

/** The same version as in tools/schemathesis-requirements.txt. */
const VERSION = '4.32.5';
const REQUIREMENTS = join(import.meta.dirname, 'schemathesis-requirements.txt');
const INSTALL_TIMEOUT_MS = 5 * 60_000;

/**
 * The Python of a virtual environment with schemathesis, created once in the user's cache.
 * @throws BringUpError that says what is missing
 */
export async function findSchemathesis(log: (line: string) => void): Promise<string> {
  const target = join(userCache(), `schemathesis-${VERSION}`);
  const python = join(target, 'bin', 'python');
  if (isExecutable(python)) return python;

  const system = findOnPath('python3');
  if (system === null)
    throw new BringUpError('schemathesis needs Python 3.10 or later. Install python3 and python3-venv.');
  log(`Installing schemathesis ${VERSION} into a virtual environment (under a minute, once).`);
  mkdirSync(dirname(target), { recursive: true });
  const folder = mkdtempSync(`${target}.new-`);
  try {
    await must('python3 -m venv (is python3-venv installed?)', system, ['-m', 'venv', folder]);
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', REQUIREMENTS];
    await must('pip install', join(folder, 'bin', 'python'), pip);
    // Atomic, so that no partial environment is ever used. Another run may have been faster.
    if (!isExecutable(python)) renameSync(folder, target);
    return python;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function must(what: string, program: string, args: readonly string[]): Promise<void> {
  const { ok, lastLine } = await runTool(program, args, { timeoutMs: INSTALL_TIMEOUT_MS });
  if (!ok) throw new BringUpError(`schemathesis could not be installed: ${what}: ${lastLine}`);
}
