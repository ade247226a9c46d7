import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type RunResults, rulesNotProved } from './conformance/unproved-rules.ts';
import { failedTests, type TestOutcomes } from './failed-tests.ts';
import { messageOf, runCommand } from './stack/failure.ts';

const ROOT = join(import.meta.dirname, '..');
const RESULTS = join(ROOT, '.bundlewire', 'test-results.json');

interface Step {
  readonly name: string;
  readonly command: string;
}

/** The longest first. More than one checker in tsc would repeat a part of the work. */
const CHECKS: readonly Step[] = [
  { name: 'promises', command: 'oxlint --type-aware --deny-warnings' },
  { name: 'types', command: 'tsc --noEmit --checkers 1' },
  { name: 'format and lint', command: 'biome check --error-on-warnings .' },
  { name: 'imports', command: 'depcruise --config .dependency-cruiser.mjs --output-type err-long .' },
  { name: 'prose', command: 'node tools/prose/main.ts' },
  { name: 'console', command: 'tsc --noEmit --checkers 1 -p console' },
  { name: 'sizes', command: 'node tools/sizes.ts' },
  { name: 'migrations', command: 'node tools/migrations.ts' },
];
/** Some use all cores, and others one. */
const CHECKS_AT_A_TIME = 2;
const NAME_WIDTH = 'format and lint'.length;

/** The tests of each mode, run after the checks or instead of them. */
const TESTS = '--project unit --project integration';
const LONG_TESTS = '--passWithNoTests --project shared --project long --project alone';
const MEASURES = '--project measures';

await runCommand(async () => {
  // Ctrl-C also reaches the tool that runs; this process ends when it has ended.
  process.on('SIGINT', () => undefined);
  const [kind, ...files] = process.argv.slice(2);
  if (kind !== '--long' && kind !== '--measures') await runChecks();
  // `npm run test:long -- crash-points` runs the files whose path contains one of the words.
  const only = files.map((file) => ` ${JSON.stringify(file)}`).join('');
  if (kind === '--tests') {
    await runTests(TESTS + only);
    if (files.length === 0) checkConformance();
  }
  if (kind === '--long') {
    await run('sh tools/install-chromium.sh', 'show');
    await runTests(files.length === 0 ? LONG_TESTS : `${LONG_TESTS} ${MEASURES}${only}`);
  }
  if (kind === '--measures') await runTests(`--passWithNoTests ${MEASURES}${only}`);
});

/** Ends the process if a check fails; those that run by then are waited for. */
async function runChecks(): Promise<void> {
  const waiting = [...CHECKS];
  const failures: string[] = [];
  const runNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && failures.length === 0; next = waiting.shift()) {
      const { name, command } = next;
      const begin = performance.now();
      const { ok, output } = await run(command, 'keep');
      console.log(`  ${ok ? '✓' : '✗'} ${name.padEnd(NAME_WIDTH)}${secondsSince(begin)}`);
      if (!ok)
        failures.push(
          `${output.trimEnd()}\n\nThe check "${name}" failed. To repeat it: npx ${command}. To fix the layout: npm run format.`,
        );
    }
  };
  await Promise.all(Array.from({ length: CHECKS_AT_A_TIME }, runNext));
  for (const failure of failures) console.log(`\n${failure}`);
  if (failures.length > 0) process.exit(1);
}

async function runTests(projects: string): Promise<void> {
  mkdirSync(join(ROOT, '.bundlewire'), { recursive: true, mode: 0o700 });
  rmSync(RESULTS, { force: true });
  const begin = performance.now();
  const reporters = `--reporter=default --reporter=json --outputFile.json=${JSON.stringify(RESULTS)}`;
  const { ok } = await run(`vitest run ${projects} ${reporters}`, 'show');

  const { passed, failed } = countResults(ok);
  console.log(`  ${ok ? '✓' : '✗'} ${'tests'.padEnd(NAME_WIDTH)}${secondsSince(begin)}\n`);
  console.log(`${passed} passed, ${failed} failed`);
  if (ok) return;
  const results = readResults();
  if (results !== null) console.log(`\n${failedTests(results, ROOT).join('\n')}`);
  process.exitCode = 1;
}

/** A test file that cannot be loaded has no tests, but it counts as failed. */
function countResults(ok: boolean): { passed: number; failed: number } {
  const results = readResults();
  if (results === null) return { passed: 0, failed: ok ? 0 : 1 };
  const failed = results.numFailedTests;
  return { passed: results.numPassedTests, failed: ok ? failed : Math.max(1, failed) };
}

/** Fails if a rule of the contract has no passed test in a complete run. */
function checkConformance(): void {
  const results = readResults();
  const unproved = results === null ? ['(no test results)'] : rulesNotProved(results);
  if (unproved.length === 0) return;
  console.log(
    `\nRules of the contract without a passed test with their id in its title:\n  ${unproved.join('\n  ')}`,
  );
  process.exitCode = 1;
}

function readResults(): (RunResults & TestOutcomes) | null {
  try {
    return JSON.parse(readFileSync(RESULTS, 'utf8'));
  } catch (error) {
    console.error(`The test results cannot be read: ${messageOf(error)}`);
    return null;
  }
}

function run(command: string, output: 'keep' | 'show'): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, {
      cwd: ROOT,
      shell: true,
      stdio: output === 'show' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    let kept = '';
    const keep = (chunk: Buffer) => {
      kept += chunk.toString('utf8');
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.once('error', (error) => resolve({ ok: false, output: error.message }));
    child.once('close', (code) => resolve({ ok: code === 0, output: kept }));
  });
}

function secondsSince(begin: number): string {
  return `${((performance.now() - begin) / 1_000).toFixed(1).padStart(6)} s`;
}
