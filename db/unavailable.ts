import { TransactionError } from './transaction.ts';

/** How pg and its pool word that no connection or no answer came in time, or that the connection was lost. They have no code for it. */
const WORDED =
  /^timeout exceeded when trying to connect$|^Connection terminated( unexpectedly| due to connection timeout)?$|^Client has encountered a connection error and is not queryable$|^Query read timeout$/;

/**
 * SQLSTATE of a lost connection (class 08), of a server that ends or begins (57P01 to 57P03), of a statement that was cancelled because
 * of its time (57014), of a lock that did not come in time (55P03), of a transaction that was idle for too long (25P03) and of too many
 * connections (53300); and codes of the network.
 */
const CODED = /^(08[0-9A-Z]{3}|57P0[123]|57014|55P03|25P03|53300|ECONN(REFUSED|RESET)|EPIPE|ETIMEDOUT)$/;

/**
 * Whether an error, or one that caused it, is that PostgreSQL is slow or away: the same work may succeed later. False if a transaction
 * is committed, or may be.
 */
export function isUnavailable(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof TransactionError && each.outcome !== 'rolled_back') return false;
    if (WORDED.test(each.message)) return true;
    if ('code' in each && typeof each.code === 'string' && CODED.test(each.code)) return true;
  }
  return false;
}
