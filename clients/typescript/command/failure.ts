import {
  ApiError,
  BatchRejectedError,
  NoAnswerError,
  StatementMismatchError,
  UsageError,
} from '../src/index.ts';
import { EXIT, type ExitCode } from './spec.ts';

/** A message for the person at the terminal, instead of a stack trace. */
export class CommandError extends Error {
  readonly exitCode: ExitCode;
  /** For programs. */
  readonly code: string;
  /** The purchase or campaign that it is about. */
  readonly reference: string | null;

  constructor(message: string, exitCode: ExitCode, code: string, reference: string | null = null) {
    super(message);
    this.name = 'CommandError';
    this.exitCode = exitCode;
    this.code = code;
    this.reference = reference;
  }
}

/** The command itself is wrong, so nothing was done. */
export function wrongUsage(message: string): CommandError {
  return new CommandError(message, EXIT.usage, 'wrong_usage');
}

/** What is known about an error, for people and for programs. */
export interface Explained {
  readonly message: string;
  readonly exitCode: ExitCode;
  readonly code: string;
  readonly reference: string | null;
  readonly request_id: string | null;
}

/** The message and the exit code of an error. */
export function explain(error: unknown): Explained {
  const plain = { reference: null, request_id: null };
  if (error instanceof CommandError) {
    const { message, exitCode, code, reference } = error;
    return { ...plain, message, exitCode, code, reference };
  }
  if (error instanceof ApiError) return explainApi(error);
  if (error instanceof NoAnswerError) return { ...plain, ...explainSilence(error) };
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof UsageError) return { ...plain, message, exitCode: EXIT.usage, code: 'wrong_usage' };
  if (error instanceof BatchRejectedError)
    return { ...plain, message, exitCode: EXIT.notDone, code: 'batch_rejected' };
  if (error instanceof StatementMismatchError)
    return { ...plain, message, exitCode: EXIT.notDone, code: 'statement_mismatch' };
  return { ...plain, message, exitCode: EXIT.notDone, code: 'failed' };
}

/** A wrong key is a wrong setting. A rejection that the service calls temporary changed nothing. */
function explainApi({ message, status, code, requestId, retryable }: ApiError): Explained {
  const request = requestId === null ? '' : `, request ${requestId}`;
  const exitCode = status === 401 || status === 403 ? EXIT.usage : retryable ? EXIT.away : EXIT.notDone;
  return {
    message: `${message} (${code}${request})`,
    exitCode,
    code,
    reference: null,
    request_id: requestId,
  };
}

function explainSilence({ message, reference, why }: NoAnswerError): Omit<Explained, 'request_id'> {
  if (reference !== null || why === 'overdue')
    return { message, exitCode: EXIT.unknown, code: 'outcome_unknown', reference };
  return {
    message: `The service does not answer. ${message} Check the address, and run the command again.`,
    exitCode: EXIT.away,
    code: 'no_answer',
    reference,
  };
}
