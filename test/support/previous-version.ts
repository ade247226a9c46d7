import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { READER } from '../../db/roles/grants.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MIGRATIONS = join('db', 'migrations');

/** Gives each account an endpoint as clients set them, so that every event is delivered there too. */
const ENDPOINT_FOR_EACH_ACCOUNT = `
CREATE FUNCTION add_endpoint() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO client_endpoints (id, account_id, slot, url, description, event_types, sealed_secret)
  VALUES (uuidv7(), new.id, 1, 'https://client.example/own', '',
          '{purchase.successful,purchase.failed,purchase.reversed,batch.completed}', '');
  RETURN NULL;
END
$$;
CREATE TRIGGER accounts_endpoint AFTER INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION add_endpoint();
`;

/** The migration of this version creates its roles before the schema. The last release does not know this one. */
const ROLES_OF_THIS_VERSION = `
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${READER}') THEN CREATE ROLE ${READER} NOLOGIN; END IF;
END
$$;
`;

/** The commit of the last release: the one that added the newest document to contract/released/; null without history. */
export function findReleasedCommit(): string | null {
  try {
    const shallow = git('rev-parse', '--is-shallow-repository');
    const commit = git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'contract/released');
    return shallow === 'true' || commit === '' ? null : commit;
  } catch {
    return null;
  }
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

/** Writes the code of a commit into an empty folder, with the migrations and the packages of this version. */
export function checkOutOnThisSchema(commit: string, folder: string): void {
  const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  for (const file of readdirSync(join(folder, MIGRATIONS))) rmSync(join(folder, MIGRATIONS, file));
  for (const file of readdirSync(join(ROOT, MIGRATIONS)))
    copyFileSync(join(ROOT, MIGRATIONS, file), join(folder, MIGRATIONS, file));
  writeFileSync(join(folder, MIGRATIONS, '0000_roles.sql'), ROLES_OF_THIS_VERSION);
  writeFileSync(join(folder, MIGRATIONS, '9999_endpoint_for_each_account.sql'), ENDPOINT_FOR_EACH_ACCOUNT);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}

/** The released tests depend on the speed of the machine, as later versions of them do not, and cannot be edited any more. */
const PATIENTLY = ['--retry=3', '--testTimeout=600000'];

/** Runs integration tests in a folder, on servers that they start. Returns the exit code and the end of the output. */
export function runTests(
  folder: string,
  files: readonly string[],
): Promise<{ readonly exitCode: number | null; readonly output: string }> {
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [vitest, 'run', '--project', 'integration', ...PATIENTLY, ...files];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      VITEST: undefined,
      VITEST_POOL_ID: undefined,
      VITEST_WORKER_ID: undefined,
      NO_COLOR: '1',
    },
  });
  let output = '';
  const keep = (text: Buffer) => {
    output = `${output}${text.toString('utf8')}`.slice(-20_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ exitCode, output }));
  });
}
