import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BringUpError, runCommand } from '../stack/failure.ts';
import { type MutationReport, saveScores, toScores } from './results.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** As stryker.config.json names it. */
const REPORT = join(ROOT, '.bundlewire', 'mutation.json');

/** `npm run mutation`: runs Stryker with the given arguments, then keeps the scores for docs/guarantees.md. */
await runCommand(async () => {
  rmSync(REPORT, { force: true });
  const { status } = spawnSync('stryker', ['run', 'stryker.config.json', ...process.argv.slice(2)], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (!existsSync(REPORT)) throw new BringUpError('Stryker wrote no report. Its last lines say why.');
  const report: MutationReport = JSON.parse(readFileSync(REPORT, 'utf8'));
  saveScores(toScores(report));
  console.log(
    'The scores are in tools/mutation/results.json. To put them into docs/guarantees.md: npm run docs',
  );
  process.exitCode = status ?? 1;
});
