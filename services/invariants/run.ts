import { createPool } from '../../db/pool.ts';
import { renderReport } from './print.ts';
import { nothingBroken, type Report } from './report.ts';
import { readSimulatorBooks } from './simulator-books.ts';
import { CannotVerify, findSurroundings, type Surroundings } from './surroundings.ts';
import { temporalLookup } from './temporal.ts';
import { verifyInvariants } from './verify.ts';

/** Every row of a large database is read by single statements. */
const STATEMENT_TIMEOUT_MS = 3_600_000;
const RECHECK_AFTER_MS = 10_000;

/** The outcome of verifying, and the report as text. */
export interface Verified {
  readonly report: Report;
  readonly text: string;
  /** `not_verified`: nothing is broken, but the database or another named source could not be read. */
  readonly outcome: 'holds' | 'broken' | 'not_verified';
}

/**
 * Verifies what the environment names, else the stack of `folder`.
 * @throws CannotVerify when there is nothing to verify.
 */
export async function verifyEverything(
  environment: Readonly<Record<string, string | undefined>>,
  folder: string,
): Promise<Verified> {
  const surroundings = findSurroundings(environment, folder);
  const report = await verify(surroundings, environment.TEMPORAL_NAMESPACE);
  const title = `\nThe fifteen invariants, checked against ${formatSources(surroundings)}:\n\n`;
  const complete = isComplete(report, surroundings);
  const outcome = !nothingBroken(report) ? 'broken' : complete ? 'holds' : 'not_verified';
  return { report, text: title + renderReport(report), outcome };
}

async function verify(
  { databaseUrl, temporalAddress, simulators }: Surroundings,
  temporalNamespace: string | undefined,
): Promise<Report> {
  const pool = createPool(databaseUrl, {
    max: 3,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    applicationName: 'bundlewire-verify',
    // Its snapshot locks no row, and large days are hashed between its statements.
    idleTransactionMs: STATEMENT_TIMEOUT_MS,
  });
  const temporal = temporalAddress === null ? null : temporalLookup(temporalAddress, temporalNamespace);
  try {
    await pool.query('SELECT 1').catch((error: Error) => {
      throw new CannotVerify(
        `The database cannot be read (${error.message}). Check that it runs, and the user, the password and the address in DATABASE_URL.`,
      );
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

function formatSources({ temporalAddress, simulators }: Surroundings): string {
  const sources = ['the rows'];
  if (temporalAddress !== null) sources.push('the running workflows');
  if (simulators !== null) sources.push("the simulators' books");
  return sources.join(', ').replace(/, ([^,]*)$/, ' and $1');
}

/** Whether every named source could be read. */
function isComplete({ results }: Report, { temporalAddress, simulators }: Surroundings): boolean {
  const named = { 8: temporalAddress !== null, 9: simulators !== null };
  return results.every(
    ({ number, kind }) => kind !== 'not_checked' || (number !== 8 && number !== 9) || !named[number],
  );
}
