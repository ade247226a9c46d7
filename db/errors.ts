import { TransactionError } from './transaction.ts';

/**
 * Whether the server refused what was in the statement (SQLSTATE classes 22, data, and 23, integrity): the same work
 * without the bad item may succeed. Anything else would fail again.
 */
export function isDataError(error: unknown): boolean {
  const code = sqlState(error instanceof TransactionError ? error.cause : error);
  return code.startsWith('22') || code.startsWith('23');
}

function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
