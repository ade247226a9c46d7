import { ConfigError } from '../config/read.ts';
import { TransactionError } from '../db/transaction.ts';
import { CannotVerify } from '../services/invariants/surroundings.ts';

/** Exit codes, for scripts. */
export const EXIT = {
  done: 0,
  /** The command failed, or found something wrong. */
  notDone: 1,
  /** Wrong usage or settings, or a service that cannot be reached. */
  cannot: 2,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A message for the person at the terminal, instead of a stack trace. */
export class CliError extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = EXIT.notDone) {
    super(message);
    this.name = 'CliError';
    this.exitCode = exitCode;
  }
}

/** The command itself is wrong, so nothing was done. */
export function wrongUsage(message: string): CliError {
  return new CliError(message, EXIT.cannot);
}

/** PostgreSQL's SQLSTATE when max_connections are in use. */
const TOO_MANY_CONNECTIONS = '53300';
/** PostgreSQL's SQLSTATE for a wrong password. */
const INVALID_PASSWORD = '28P01';

/** How the driver words it that no password was given, or that it cannot use it. It has no code for it. */
const NO_PASSWORD = /^SASL: /;

/** What is wrong and what to do, by SQLSTATE, where the database answered. */
const ANSWERED: readonly (readonly [code: RegExp, sentence: (said: string) => string])[] = [
  [
    /^28/,
    (said) =>
      `The database answered, but rejected the sign-in (${said}). Check the user and the password in DATABASE_URL.`,
  ],
  [
    /^3D000$/,
    (said) =>
      `The server answered, but has no such database (${said}). Check the name at the end of DATABASE_URL.`,
  ],
  [
    new RegExp(`^${TOO_MANY_CONNECTIONS}$`),
    (said) => `The database has no free connection (${said}). See DatabaseAway in docs/operators.md.`,
  ],
];

/** The message and the exit code of an error. */
export function explain(error: unknown): { readonly message: string; readonly exitCode: ExitCode } {
  if (error instanceof CliError) return { message: error.message, exitCode: error.exitCode };
  if (error instanceof ConfigError || error instanceof CannotVerify)
    return { message: error.message, exitCode: EXIT.cannot };
  if (error instanceof TransactionError) return explainTransaction(error);
  const code = NO_PASSWORD.test(readMessage(error)) ? INVALID_PASSWORD : codeOf(error);
  const answered = ANSWERED.find(([codes]) => codes.test(code));
  if (answered !== undefined) return { message: answered[1](readMessage(error)), exitCode: EXIT.cannot };
  if (isConnectionError(error)) {
    return {
      message: `The database does not answer (${readMessage(error)}). Check that it runs, and the address in DATABASE_URL.`,
      exitCode: EXIT.cannot,
    };
  }
  return { message: readMessage(error), exitCode: EXIT.notDone };
}

function explainTransaction(error: TransactionError): ReturnType<typeof explain> {
  if (error.outcome === 'rolled_back') return explain(error.cause);
  if (error.outcome === 'committed') {
    return {
      message: `The change was made, but a later step failed (${error.message}). Do not run the command again.`,
      exitCode: EXIT.notDone,
    };
  }
  return {
    message:
      `The connection broke during the commit (${error.message}), so the change may or may not have been made. ` +
      'Check with account show, which lists recent actions, before you run the command again.',
    exitCode: EXIT.notDone,
  };
}

/** The code of PostgreSQL or of the system call; empty when there is none. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function isConnectionError(error: unknown): boolean {
  return (
    /^(ECONN|ENOTFOUND|EHOST|ETIMEDOUT|08|57P)/.test(codeOf(error)) || /timeout/.test(readMessage(error))
  );
}

function readMessage(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(readMessage).join('; ');
  return error instanceof Error ? error.message : String(error);
}
