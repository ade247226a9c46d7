import { type Logger, pino } from 'pino';

/**
 * The log of a process: JSON lines. Of an error only type, code, message and stack are kept: PostgreSQL's `detail` and
 * `where` repeat the values of a row, which may be a phone number.
 */
export function createLog(level: string, processName: 'api' | 'worker'): Logger {
  return pino({
    level,
    base: { process: processName },
    serializers: { err: describeError, error: describeError },
  });
}

function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  return {
    type: error.name,
    ...('code' in error ? { code: error.code } : {}),
    message: error.message,
    stack: error.stack,
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  };
}
