import { createPool } from '../db/pool.ts';
import { renderReport } from './print.ts';
import { nothingBroken, type Report } from './report.ts';
import { readSimulatorBooks } from './simulator-books.ts';
import { CannotVerify, findSurroundings, type Surroundings } from './surroundings.ts';
import { temporalLookup } from './temporal.ts';
import { verifyInvariants } from './verify.ts';

/** Every row of a large database is read by single statements. */
const STATEMENT_TIMEOUT_MS = 3_600_000;
const RECHECK_AFTER_MS = 10_000;

const EXIT = { nothingBroken: 0, broken: 1, notVerified: 2 } as const;

/**
 * `npm run verify`: exit code 0 when nothing is broken, 1 when something is, 2 when the database or a part that was
 * named could not be asked.
 */
async function main(): Promise<number> {
  const surroundings = findSurroundings(process.env, process.cwd());
  const report = await verify(surroundings);
  process.stdout.write(`\nWhat Bundlewire promises, derived again from ${sourcesOf(surroundings)}:\n\n`);
  process.stdout.write(renderReport(report));

  if (!nothingBroken(report)) return EXIT.broken;
  return isComplete(report, surroundings) ? EXIT.nothingBroken : EXIT.notVerified;
}

async function verify({ databaseUrl, temporalAddress, simulators }: Surroundings): Promise<Report> {
  const pool = createPool(databaseUrl, {
    max: 3,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    applicationName: 'bundlewire-verify',
  });
  const temporal =
    temporalAddress === null ? null : temporalLookup(temporalAddress, process.env.TEMPORAL_NAMESPACE);
  try {
    await pool.query('SELECT 1').catch((error: Error) => {
      throw new CannotVerify(`The database does not answer (${error.message}). Is it running?`);
    });
    return await verifyInvariants({
      pool,
      temporal,
      books: simulators === null ? null : () => readSimulatorBooks(simulators.gateways, simulators.urls),
      recheckAfterMs: RECHECK_AFTER_MS,
    });
  } finally {
    await Promise.all([pool.end(), temporal?.close()]);
  }
}

function sourcesOf({ temporalAddress, simulators }: Surroundings): string {
  const sources = ['the rows'];
  if (temporalAddress !== null) sources.push('the running workflows');
  if (simulators !== null) sources.push("the simulators' books");
  return sources.join(', ').replace(/, ([^,]*)$/, ' and $1');
}

/** Whether every part that was named could be asked. */
function isComplete({ results }: Report, { temporalAddress, simulators }: Surroundings): boolean {
  const named = { 8: temporalAddress !== null, 9: simulators !== null };
  return results.every(
    ({ number, kind }) => kind !== 'not_checked' || (number !== 8 && number !== 9) || !named[number],
  );
}

try {
  process.exitCode = await main();
} catch (error) {
  process.exitCode = EXIT.notVerified;
  if (error instanceof CannotVerify) process.stderr.write(`${error.message}\n`);
  else console.error(error);
}
