import pg from 'pg';
import { READER } from './roles/grants.ts';

export interface PoolOptions {
  readonly max: number;
  /** Longest a single statement may run, in milliseconds. */
  readonly statementTimeoutMs?: number;
  readonly applicationName: string;
  /**
   * `lanes`: statements of one transaction are sent together, and plans go by index only, since every statement there looks
   * rows up by key in tables that grow faster than their statistics. `hot-path`: for the statements that every purchase needs from
   * its admission to its webhook, its callback among them; plans go by index only. Both plan a statement once per connection and keep
   * the plan: planning the longest ones takes four times as long as running them. `account-reads`: statements run as the role
   * `bundlewire_reader`, which sees the rows of one account (db/account-reads.ts). `account-files`: the same one statement at a time, for COPY.
   */
  readonly use?: 'lanes' | 'hot-path' | 'account-reads' | 'account-files';
  /** Longest that a statement waits for a lock, in milliseconds; as long as it may run by default. */
  readonly lockTimeoutMs?: number;
  /**
   * Ends a transaction that sends nothing for this long, in milliseconds (15,000 by default): a process that was
   * stopped in the middle returns its locks.
   */
  readonly idleTransactionMs?: number;
}

const INT8_OID = 20;
const DEFAULT_STATEMENT_TIMEOUT_MS = 15_000;
const DEFAULT_IDLE_TRANSACTION_MS = 15_000;
const DEFAULT_CONNECT_SECONDS = 5;

/** Settings of the server by use of the pool: how it plans, and as which role. */
const SETTINGS: Readonly<Record<NonNullable<PoolOptions['use']>, Readonly<Record<string, string>>>> = {
  lanes: { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off' },
  'hot-path': {
    plan_cache_mode: 'force_generic_plan',
    // What is joined is looked up row by row: reading one side whole is only cheaper while tables are small.
    enable_seqscan: 'off',
    enable_hashjoin: 'off',
    enable_mergejoin: 'off',
  },
  'account-reads': { role: READER },
  'account-files': { role: READER },
};

const TYPES: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    return oid === INT8_OID && format !== 'binary' ? parseInt8 : pg.types.getTypeParser(oid, format);
  },
};

/**
 * Opens a pool whose 64-bit integers are exact numbers: an amount that a number cannot hold is an error. Opening a
 * connection, or waiting for one that is free, may take the `connect_timeout` of the address, in seconds; 5 by default.
 */
export function createPool(databaseUrl: string, options: PoolOptions): pg.Pool {
  const statementTimeoutMs = options.statementTimeoutMs ?? DEFAULT_STATEMENT_TIMEOUT_MS;
  const settings = {
    statement_timeout: String(statementTimeoutMs),
    idle_in_transaction_session_timeout: String(options.idleTransactionMs ?? DEFAULT_IDLE_TRANSACTION_MS),
    ...(options.lockTimeoutMs === undefined ? {} : { lock_timeout: String(options.lockTimeoutMs) }),
    ...(options.use === undefined ? {} : SETTINGS[options.use]),
  };
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: options.max,
    application_name: options.applicationName,
    // The server's own limit comes first; this one is for a server that no longer answers.
    query_timeout: statementTimeoutMs + 5_000,
    ...(options.use === 'lanes' || options.use === 'account-reads' ? { pipeline: true } : {}),
    onConnect: (client): unknown => applySettings(client, settings),
    connectionTimeoutMillis: connectSeconds(databaseUrl) * 1_000,
    keepAlive: true,
    types: TYPES,
  });
  // A connection that breaks while idle is replaced by the pool; one that breaks while it is lent out fails the next
  // query on it. Without a listener for each of the two, the break itself would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

function connectSeconds(databaseUrl: string): number {
  const seconds = Number(URL.parse(databaseUrl)?.searchParams.get('connect_timeout'));
  return seconds > 0 ? seconds : DEFAULT_CONNECT_SECONDS;
}

/** Not part of the startup message, because PgBouncer rejects a connection that sends such settings there. */
function applySettings(client: pg.ClientBase, settings: Readonly<Record<string, string>>): Promise<unknown> {
  return client.query({
    text: 'SELECT set_config(name, setting, false) FROM unnest($1::text[], $2::text[]) AS s (name, setting)',
    values: [Object.keys(settings), Object.values(settings)],
  });
}

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`a 64-bit integer too large to be exact: ${text}`);
  return value;
}
