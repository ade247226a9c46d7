import { TransactionError } from './transaction.ts';

/**
 * Whether the server refused what was in the statement (SQLSTATE classes 22, data, and 23, integrity): the same work
 * without the bad item may succeed. Anything else would fail again.
 */
export function isDataError(error: unknown): boolean {
  const code = sqlState(error instanceof TransactionError ? error.cause : error);
  return code.startsWith('22') || code.startsWith('23');
}

/**
 * Whether a single item of a batch may be at fault, so that the others may succeed alone. That is a data error,
 * an exception of a trigger (class P0), or a row that the code cannot read. Locks, limits and lost connections
 * fail all items alike.
 */
export function mayBeOneItem(error: unknown): boolean {
  const cause = error instanceof TransactionError ? error.cause : error;
  if (cause instanceof TypeError || cause instanceof RangeError) return true;
  return isDataError(error) || sqlState(cause).startsWith('P0');
}

/** Whether the work was rolled back to break a deadlock: nothing was done, and the same work again may succeed. */
export function isDeadlock(error: unknown): boolean {
  if (error instanceof TransactionError && error.outcome !== 'rolled_back') return false;
  return sqlState(error instanceof TransactionError ? error.cause : error) === '40P01';
}

/** Whether a lock was not given within `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === '55P03';
}

/** Whether the work gave way to another transaction: nothing was done, and the same work may succeed after it. */
export function hasLostLock(error: unknown): boolean {
  return isLockTimeout(error) || isDeadlock(error);
}

/** Whether the server rolled the work back because of this constraint. */
export function isViolationOf(error: unknown, constraint: string): boolean {
  const cause = error instanceof TransactionError ? error.cause : error;
  return (
    cause instanceof Error && 'constraint' in cause && cause.constraint === constraint && isDataError(error)
  );
}

function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
