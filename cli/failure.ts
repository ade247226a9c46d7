import { ConfigError } from '../config.ts';
import { TransactionError } from '../db/transaction.ts';
import { CannotVerify } from '../verify/surroundings.ts';

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

/** What went wrong as a sentence, with its exit code. */
export function explain(error: unknown): { readonly message: string; readonly exitCode: ExitCode } {
  if (error instanceof CliError) return { message: error.message, exitCode: error.exitCode };
  if (error instanceof ConfigError || error instanceof CannotVerify)
    return { message: error.message, exitCode: EXIT.cannot };
  if (error instanceof TransactionError) return explainTransaction(error);
  if (isConnectionError(error)) {
    return {
      message: `The database does not answer (${messageOf(error)}). Is it running?`,
      exitCode: EXIT.cannot,
    };
  }
  return { message: messageOf(error), exitCode: EXIT.notDone };
}

function explainTransaction(error: TransactionError): ReturnType<typeof explain> {
  if (error.outcome === 'rolled_back') return explain(error.cause);
  return {
    message:
      `The connection broke while the change was being committed (${error.message}): nobody knows whether it was made. ` +
      'Look (account show lists recent actions) before doing it again.',
    exitCode: EXIT.notDone,
  };
}

function isConnectionError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(ECONN|ENOTFOUND|EHOST|ETIMEDOUT|08|57P|28|3D)/.test(code) || /timeout/.test(messageOf(error));
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
