import { join } from 'node:path';
import { findPythonEnvironment } from './python-environment.ts';

const REQUIREMENTS = join(import.meta.dirname, 'schemathesis-requirements.txt');

/**
 * The Python of a virtual environment with schemathesis, created once in the user's cache.
 * @throws BringUpError that says what is missing
 */
export async function findSchemathesis(log: (line: string) => void): Promise<string> {
  const wanted = { name: 'schemathesis', version: '4.32.5', requirements: REQUIREMENTS, log };
  return join(await findPythonEnvironment(wanted), 'bin', 'python');
}
