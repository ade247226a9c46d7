import { spawn } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { runCommand } from './stack/failure.ts';

const ROOT = join(import.meta.dirname, '..');
const PROJECTS = ['unit', 'integration'].flatMap((name) => ['--project', name]);
const BUSY_LOOP = 'for (;;);';

const { values: FLAGS, positionals: ONLY } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '5' } },
});

/**
 * `npm run test:stress`: runs the tests of `npm test` five times while a busy loop occupies every core, then once with the files in
 * random order. Exit code 1 if any run fails. `-- --runs 1 test/domain` runs less.
 */
await runCommand(async () => {
  const busy = cpus().map(() => new Worker(BUSY_LOOP, { eval: true }));
  const failed: string[] = [];
  for (let nth = 1; nth <= Number(FLAGS.runs); nth++) {
    if (!(await runTests(`run ${nth} beside ${busy.length} busy loops`, {}))) failed.push(`run ${nth}`);
  }
  await Promise.all(busy.map((worker) => worker.terminate()));
  const seed = String(Math.floor(Math.random() * 2 ** 31));
  if (!(await runTests(`files in random order, TEST_ORDER_SEED=${seed}`, { TEST_ORDER_SEED: seed })))
    failed.push(`the random order of TEST_ORDER_SEED=${seed}`);
  console.log(failed.length === 0 ? '\nNo run failed.' : `\nFailed: ${failed.join(', ')}.`);
  if (failed.length > 0) process.exitCode = 1;
});

function runTests(name: string, env: Readonly<Record<string, string>>): Promise<boolean> {
  console.log(`\n${name}`);
  return new Promise((resolve) => {
    const child = spawn('vitest', ['run', ...PROJECTS, ...ONLY], {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: 'inherit',
    });
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
}
