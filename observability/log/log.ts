import { type Logger, pino } from 'pino';

/**
 * The log of a process, as JSON lines. Errors are logged with type, code, message and stack only, because PostgreSQL's
 * `detail` and `where` contain values of rows, such as phone numbers.
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
