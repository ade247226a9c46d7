import { globSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findOnPath } from '../../../tools/run-tool.ts';
import { type Ended, type RunOptions, run as runProgram } from './run.ts';

export const PACKAGE = join(import.meta.dirname, '..', '..', '..', 'clients', 'python');

/** What its README uses besides httpx, and what checks it. */
const TOOLS = ['mypy', 'pytest', 'ruff', 'flask', 'fastapi'];

/** Runs a program to its end. Python leaves no compiled files in the package. */
export function run(program: string, args: readonly string[], { cwd, env }: RunOptions): Promise<Ended> {
  return runProgram(program, args, { cwd, env: { PYTHONDONTWRITEBYTECODE: '1', ...env } });
}

/**
 * Builds the wheel, and installs it with its tools into a new virtual environment.
 * @param folder an empty folder
 * @returns the environment's Python
 * @throws Error with the output of what failed
 */
export async function installWheel(folder: string): Promise<string> {
  const system = findOnPath('python3');
  if (system === null)
    throw new Error('The Python package needs Python 3.9 or later. Install python3 and python3-venv.');
  const environment = join(folder, 'environment');
  await must(system, ['-m', 'venv', environment], folder);
  const python = join(environment, 'bin', 'python');
  const pip = ['-m', 'pip', '--quiet', '--disable-pip-version-check'];

  const wheels = join(folder, 'wheels');
  mkdirSync(wheels);
  await must(python, [...pip, 'wheel', '--no-deps', '--wheel-dir', wheels, PACKAGE], folder);
  const [wheel = '', ...more] = globSync('*.whl', { cwd: wheels });
  if (more.length > 0) throw new Error(`More than one wheel: ${more.join(', ')}`);
  await must(python, [...pip, 'install', join(wheels, wheel), ...TOOLS], folder);
  return python;
}

async function must(program: string, args: readonly string[], cwd: string): Promise<void> {
  const { code, output } = await run(program, args, { cwd });
  if (code !== 0)
    throw new Error(`${program} ${args.join(' ')} failed. Is python3-venv installed?\n${output}`);
}
