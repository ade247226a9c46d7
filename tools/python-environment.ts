import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { userCache } from './cache.ts';
import { findOnPath, isExecutable, runTool } from './run-tool.ts';
import { BringUpError } from './stack/failure.ts';

const INSTALL_TIMEOUT_MS = 5 * 60_000;

export interface PythonPackage {
  readonly name: string;
  /** The same version as in `requirements`. */
  readonly version: string;
  /** The path of a file for `pip install --requirement`. */
  readonly requirements: string;
  /** More options for `pip install`. */
  readonly pipOptions?: readonly string[];
  readonly log: (line: string) => void;
}

/**
 * A virtual environment with a Python package, created once in the user's cache.
 * @returns its folder, with `bin/python`
 * @throws BringUpError that says what is missing
 */
export async function findPythonEnvironment(wanted: PythonPackage): Promise<string> {
  const { name, version, requirements, pipOptions = [], log } = wanted;
  const target = join(userCache(), `${name}-${version}`);
  const isThere = () => isExecutable(join(target, 'bin', 'python'));
  if (isThere()) return target;

  const system = findOnPath('python3');
  if (system === null)
    throw new BringUpError(`${name} needs Python 3.10 or later. Install python3 and python3-venv.`);
  log(`Installing ${name} ${version} into a virtual environment (under a minute, once).`);
  mkdirSync(dirname(target), { recursive: true });
  const folder = mkdtempSync(`${target}.new-`);
  const must = async (what: string, program: string, args: readonly string[]) => {
    const { ok, lastLine } = await runTool(program, args, { timeoutMs: INSTALL_TIMEOUT_MS });
    if (!ok) throw new BringUpError(`${name} could not be installed: ${what}: ${lastLine}`);
  };
  try {
    await must('python3 -m venv (is python3-venv installed?)', system, ['-m', 'venv', folder]);
    const pip = [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--disable-pip-version-check',
      ...pipOptions,
      '-r',
      requirements,
    ];
    await must('pip install', join(folder, 'bin', 'python'), pip);
    // Atomic, so that no partial environment is ever used. Another run may have been faster.
    if (!isThere()) renameSync(folder, target);
    return target;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
