import type { Pool, PoolClient, QueryResult } from 'pg';

/**
 * The outcome of a transaction that did not return: nothing was changed; all of it was, and what its work did afterwards
 * failed; or COMMIT was sent and no one knows yet.
 */
export type FailedOutcome = 'rolled_back' | 'committed' | 'unknown';

/** A transaction that did not return. */
export class TransactionError extends Error {
  readonly outcome: FailedOutcome;

  constructor(outcome: FailedOutcome, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'TransactionError';
    this.outcome = outcome;
  }
}

/** Sends COMMIT behind the statements already sent, so that a pipelined connection waits for both together. */
export type Commit = () => Promise<unknown>;

/**
 * Runs `work` in one READ COMMITTED transaction. On a pipelined connection its statements may be sent together,
 * BEGIN and, through `commit`, COMMIT among them; work that does not commit is committed when it returns. The
 * order in which transactions lock rows is in README.md beside this file.
 * @throws TransactionError with `rolled_back` when nothing was committed, `committed` when the work threw after
 * its own COMMIT had succeeded, `unknown` when COMMIT was sent and not answered. To find out, read again under
 * the lock that the transaction held.
 */
export async function inTransaction<T>(
  pool: Pool,
  work: (tx: PoolClient, commit: Commit) => Promise<T>,
): Promise<T> {
  const tx = await connect(pool);
  const begun = tx.query('BEGIN');
  begun.catch(() => {});
  // Connections without a pipeline need their statements one by one.
  if (!tx.pipeline) await begun.catch(() => {});
  let committing: Promise<QueryResult> | null = null;
  const commit = () => {
    committing ??= tx.query('COMMIT');
    return committing;
  };

  try {
    const result = await work(tx, commit);
    await begun;
    const { command } = await commit();
    if (command !== 'COMMIT') throw new Error('a statement had failed, so the server rolled back');
    tx.release();
    return result;
  } catch (error) {
    const ended = await end(tx, committing);
    tx.release(ended === 'closed' ? new Error('left in an unknown state') : undefined);
    throw new TransactionError(toFailedOutcome(ended, committing !== null), error);
  }
}

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw new TransactionError('rolled_back', error);
  }
}

type Ended = 'rolled_back' | 'committed' | 'closed';

/** Before COMMIT was sent, a connection that was closed took the transaction with it. */
function toFailedOutcome(ended: Ended, commitSent: boolean): FailedOutcome {
  if (ended !== 'closed') return ended;
  return commitSent ? 'unknown' : 'rolled_back';
}

/**
 * Ends a failed transaction. The server answers COMMIT with the tag COMMIT where it committed, and with ROLLBACK where a
 * statement had failed; a COMMIT that it refused was a rollback. One without an answer leaves everything open, and so does
 * a connection that cannot even roll back.
 */
async function end(tx: PoolClient, committing: Promise<QueryResult> | null): Promise<Ended> {
  try {
    const { command } = await (committing ?? tx.query('ROLLBACK'));
    return command === 'COMMIT' ? 'committed' : 'rolled_back';
  } catch (error) {
    return committing !== null && isVerdict(error) ? 'rolled_back' : 'closed';
  }
}

/** An error of the server about this statement, not about a dying connection. */
function isVerdict(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // Classes 08 (connection) and 57P (shutdown) and code 40003 leave the outcome of a COMMIT open.
  return /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('08') && !code.startsWith('57P') && code !== '40003';
}
