import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BringUpError, runCommand } from '../stack/failure.ts';
import { interruption } from '../stack/interruption.ts';
import { MAIN_STATE_DIR } from '../stack/state.ts';
import { runChaos } from './chaos.ts';
import { planOf } from './plan/plan.ts';
import { PURCHASES_MAX } from './plan/traffic.ts';
import { isSound, renderRun } from './report.ts';
import { saveResult, toResult } from './results.ts';
import { logsOf } from './run/stack.ts';

const { values: FLAGS } = parseArgs({
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string', default: '1' },
    purchases: { type: 'string', default: '200' },
    save: { type: 'boolean', default: false },
  },
});

const stateDir = join(MAIN_STATE_DIR, 'chaos-by-seed');
const say = (line: string) => console.log(line);

/**
 * `npm run chaos`, with --save to keep the result in results.json: exit code 0 if the judge found nothing, 1 if it found something
 * or the stack did not start.
 */
await runCommand(async () => {
  const seed = readNumber('seed', FLAGS.seed ?? String(Math.floor(Math.random() * 2 ** 31)));
  const minutes = readNumber('minutes', FLAGS.minutes);
  const purchases = readNumber('purchases', FLAGS.purchases);
  if (purchases > PURCHASES_MAX)
    throw new BringUpError(`--purchases is at most ${PURCHASES_MAX}, because each needs its own number.`);
  say(
    `\nBundlewire under random faults: seed ${seed}, ${minutes} min, ${purchases} purchases.\n` +
      `To repeat its plan: npm run chaos -- --seed ${seed} --minutes ${minutes} --purchases ${purchases}\n`,
  );
  const plan = planOf(seed, { runMs: minutes * 60_000, purchases });
  const options = { stateDir, say, interrupted: interruption('The run') };
  const run = await runChaos(plan, options);
  say(renderRun(run));
  if (FLAGS.save) saveResult(toResult(run, { seed, minutes, purchases }));
  if (isSound(run)) {
    say('\n  The judge found nothing.\n');
    return;
  }
  process.exitCode = 1;
  say(
    `\n  The judge found contradictions, marked ✗. The logs of all processes are in ${logsOf(stateDir)}.\n`,
  );
});

function readNumber(name: string, text: string): number {
  if (!/^\d{1,10}(\.\d{1,2})?$/.test(text) || Number(text) === 0)
    throw new BringUpError(
      `--${name} takes a number above 0. Example: npm run chaos -- --seed 7 --minutes 1.`,
    );
  return Number(text);
}
