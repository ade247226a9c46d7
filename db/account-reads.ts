import type { Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { type AccountId, uuidOf } from '../domain/ids.ts';

/** Where a statement that only reads can run. */
export interface Reader {
  query<R extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<R>>;
}

/** Where the reads of one account run. */
export interface AccountReader extends Reader {
  /** Lends a connection for what is not a statement that returns rows, such as COPY. */
  withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T>;
}

/** Reads of accounts through row-level security: PostgreSQL shows no row of another account, even without a WHERE. */
export interface AccountReads {
  /** Reads of one account. Without a transaction: each statement may run on another connection. */
  of(accountId: AccountId): AccountReader;
  /** Reads that wait for a connection. */
  readonly waitingCount: number;
  end(): Promise<void>;
}

/** The account that a connection shows. Setting it costs about as much as a read by key. */
const shown = new WeakMap<PoolClient, string>();

/** `pool` has the use `account-reads` or `account-files`; nothing else may use it. */
export function createAccountReads(pool: Pool): AccountReads {
  return {
    of(accountId) {
      const account = uuidOf('acc', accountId);
      return {
        query: (statement) => readAs(pool, account, statement),
        withClient: (work) =>
          withClient(pool, async (client) => {
            if (shown.get(client) !== account) await showOnly(client, account);
            return work(client);
          }),
      };
    },
    get waitingCount() {
      return pool.waitingCount;
    },
    end: () => pool.end(),
  };
}

/** The account and the statement are sent together. If the account was not set, the result is not used. */
function readAs<R extends QueryResultRow>(
  pool: Pool,
  account: string,
  statement: QueryConfig,
): Promise<QueryResult<R>> {
  return withClient(pool, async (client) => {
    if (shown.get(client) === account) return client.query<R>(statement);
    // Without a pipeline, a connection takes one statement at a time.
    if (pool.options.pipeline !== true) {
      await showOnly(client, account);
      return client.query<R>(statement);
    }
    const [, result] = await Promise.all([showOnly(client, account), client.query<R>(statement)]);
    return result;
  });
}

async function withClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // After an error, the connection may show the account of an earlier read, so it is closed.
    client.release(failure);
  }
}

async function showOnly(client: PoolClient, account: string): Promise<void> {
  await client.query({
    name: 'set-account',
    text: `SELECT set_config('bundlewire.account_id', $1, false)`,
    values: [account],
  });
  shown.set(client, account);
}
