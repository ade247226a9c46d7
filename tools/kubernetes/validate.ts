import { join } from 'node:path';
import { cachedFolder } from '../cached-folder.ts';
import { findOnPath, runTool } from '../run-tool.ts';
import { BringUpError } from '../stack/failure.ts';

/** It brings the schemas of Kubernetes, so that it needs no network. */
const PACKAGE = 'kubernetes-validate';
const VERSION = '1.37.0';
const INSTALL_TIMEOUT_MS = 5 * 60_000;

/**
 * The folder of a Python environment with `kubernetes-validate`, created once in the user's cache.
 * @throws BringUpError that says what is missing
 */
export async function findKubernetesValidate(): Promise<{
  readonly python: string;
  readonly packages: string;
}> {
  const python = findOnPath('python3');
  if (python === null)
    throw new BringUpError(`${PACKAGE} needs Python 3.10 or later. Install python3 and python3-venv.`);
  const packages = await cachedFolder(`${PACKAGE}-${VERSION}`, async (folder) => {
    const venv = await runTool(python, ['-m', 'venv', join(folder, 'pip')], {
      timeoutMs: INSTALL_TIMEOUT_MS,
    });
    if (!venv.ok)
      throw new BringUpError(`python3 -m venv failed (is python3-venv installed?): ${venv.lastLine}`);
    const args = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
    const { ok, lastLine } = await runTool(
      join(folder, 'pip', 'bin', 'python'),
      [...args, '--target', join(folder, 'packages'), `${PACKAGE}==${VERSION}`],
      { timeoutMs: INSTALL_TIMEOUT_MS },
    );
    if (!ok) throw new BringUpError(`${PACKAGE} could not be installed: pip install: ${lastLine}`);
  });
  return { python, packages: join(packages, 'packages') };
}
