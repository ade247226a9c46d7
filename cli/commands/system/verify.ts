import type { Command } from 'commander';
import { readCliConfig } from '../../../config/config.ts';
import { recordVerification } from '../../../db/statements/verifications.ts';
import { verifyEverything } from '../../../services/invariants/run.ts';
import { EXIT } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import type { Shown } from '../../layout.ts';
import type { Session } from '../../session.ts';

/** `verify`: checks the invariants. */
export function addVerifyCommand(program: Command, frame: Frame): void {
  frame
    .reads(program, 'verify', 'Checks the fifteen invariants against rows, workflows and simulators.')
    .option('--record', 'store the result for the metrics and the alert on broken invariants')
    .addHelpText(
      'after',
      '\nReads every row. Exits with 1 if an invariant is broken, 2 if a configured service cannot be reached.',
    )
    .action(frame.does<{ record?: boolean }>(verify));
}

async function verify(session: Session, options: { record?: boolean }): Promise<Shown> {
  // Not the bare environment: containers name the database by DATABASE_URL_FILE.
  const { DATABASE_URL, TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE } = readCliConfig(session.terminal.environment);
  const { report, text, outcome } = await verifyEverything(
    { DATABASE_URL, TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE },
    process.cwd(),
  );
  if (options.record === true) {
    const broken = report.results.filter(({ kind }) => kind === 'broken').map(({ number }) => number);
    const notChecked = report.results.filter(({ kind }) => kind === 'not_checked').length;
    await recordVerification(session.pool(), { broken: broken.length, notChecked, numbers: broken });
  }
  const exitCode = { holds: EXIT.done, broken: EXIT.notDone, not_verified: EXIT.cannot }[outcome];
  return { exitCode, json: { outcome, results: report.results }, text };
}
