import { ConfigError } from '../config/config.ts';
import { TransactionError } from '../db/transaction.ts';
import { CannotVerify } from '../services/invariants/surroundings.ts';

/** Exit codes: what a script may rely on. */
export const EXIT = {
  done: 0,
  /** Not done, or something was found that should not be. */
  notDone: 1,
  /** Wrong usage or settings, or a part that could not be reached. */
  cannot: 2,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** What is said to a person in place of a stack trace. */
export class CliError extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = EXIT.notDone) {
    super(message);
    this.name = 'CliError';
    this.exitCode = exitCode;
  }
}

/** The command itself is wrong: nothing was even tried. */
export function wrongUsage(message: string): CliError {
  return new CliError(message, EXIT.cannot);
}

/** PostgreSQL's SQLSTATE when max_connections are in use. */
const TOO_MANY_CONNECTIONS = '53300';

/** What went wrong as a sentence, with its exit code. */
export function explain(error: unknown): { readonly message: string; readonly exitCode: ExitCode } {
  if (error instanceof CliError) return { message: error.message, exitCode: error.exitCode };
  if (error instanceof ConfigError || error instanceof CannotVerify)
    return { message: error.message, exitCode: EXIT.cannot };
  if (error instanceof TransactionError) return explainTransaction(error);
  if (codeOf(error) === TOO_MANY_CONNECTIONS) {
    return {
      message: `The database has no free connection (${readMessage(error)}). See DatabaseAway in docs/operators.md.`,
      exitCode: EXIT.cannot,
    };
  }
  if (isConnectionError(error)) {
    return {
      message: `The database does not answer (${readMessage(error)}). Is it running?`,
      exitCode: EXIT.cannot,
    };
  }
  return { message: readMessage(error), exitCode: EXIT.notDone };
}

function explainTransaction(error: TransactionError): ReturnType<typeof explain> {
  if (error.outcome === 'rolled_back') return explain(error.cause);
  if (error.outcome === 'committed') {
    return {
      message: `The change was made, but something failed after it (${error.message}). Do not do it again.`,
      exitCode: EXIT.notDone,
    };
  }
  return {
    message:
      `The connection broke while the change was being committed (${error.message}): nobody knows whether it was made. ` +
      'Look (account show lists recent actions) before doing it again.',
    exitCode: EXIT.notDone,
  };
}

/** PostgreSQL's code, or that of the system call. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function isConnectionError(error: unknown): boolean {
  return (
    /^(ECONN|ENOTFOUND|EHOST|ETIMEDOUT|08|57P|28|3D)/.test(codeOf(error)) ||
    /timeout/.test(readMessage(error))
  );
}

function readMessage(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(readMessage).join('; ');
  return error instanceof Error ? error.message : String(error);
}
