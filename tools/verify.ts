import { verifyEverything } from '../services/invariants/run.ts';
import { CannotVerify } from '../services/invariants/surroundings.ts';

const EXIT = { holds: 0, broken: 1, not_verified: 2 } as const;

/**
 * `npm run verify`: exit code 0 if all checked invariants hold, 1 if one is broken, 2 if the database or a configured
 * part could not be reached.
 */
try {
  const { text, outcome } = await verifyEverything(process.env, process.cwd());
  process.stdout.write(text);
  process.exitCode = EXIT[outcome];
} catch (error) {
  process.exitCode = EXIT.not_verified;
  if (error instanceof CannotVerify) process.stderr.write(`${error.message}\n`);
  else console.error(error);
}
