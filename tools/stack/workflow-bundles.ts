import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BundleKind } from '../../worker/temporal/workflow-bundle.ts';
import { BringUpError } from './failure.ts';
import { COMPILE_CACHE } from './process.ts';

const SCRIPT = join(import.meta.dirname, '..', '..', 'worker', 'temporal', 'write-bundles.ts');

/**
 * Bundles the workflow code into a folder, in a separate process because the bundler needs much memory.
 * @returns the folder
 * @throws BringUpError
 */
export async function bundleWorkflows(
  folder: string,
  kinds: readonly BundleKind[] = ['plain', 'traced'],
): Promise<string> {
  const env = { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env };
  try {
    await promisify(execFile)(process.execPath, [SCRIPT, folder, ...kinds], { env });
  } catch (error) {
    // The message ends with the output of the process.
    throw new BringUpError(`The workflow code could not be bundled: ${String(error)}`, { cause: error });
  }
  return folder;
}
