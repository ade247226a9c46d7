import type { Command } from 'commander';
import { verifyEverything } from '../../verify/run.ts';
import { EXIT } from '../failure.ts';
import type { Frame } from '../frame.ts';
import type { Shown } from '../layout.ts';
import type { Session } from '../session.ts';

/** `verify`: everything that is promised, derived again. */
export function addVerifyCommand(program: Command, frame: Frame): void {
  frame
    .reads(program, 'verify', 'Derives the ten invariants again from rows, workflows and simulators.')
    .addHelpText(
      'after',
      '\nReads every row. Ends with 1 when one is broken, 2 when a part that was named could not be asked.',
    )
    .action(frame.does(verify));
}

async function verify(session: Session): Promise<Shown> {
  const { report, text, outcome } = await verifyEverything(session.terminal.environment, process.cwd());
  const exitCode = { holds: EXIT.done, broken: EXIT.notDone, not_verified: EXIT.cannot }[outcome];
  return { exitCode, json: { outcome, results: report.results }, text };
}
