import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Pool } from 'pg';
import { lockAccount } from '../../../db/accounts/lock.ts';
import { uuidOf } from '../../../domain/ids.ts';
import type { World } from './world.ts';

/** What is locked, in the order in which transactions lock it. */
const LEVELS = ['accounts', 'purchases', 'batches', 'rest', 'log'] as const;
export type Level = (typeof LEVELS)[number];

const OF_PURCHASES = 'purchase_id IN (SELECT id FROM purchases WHERE account_id = $1)';
const OF_BATCHES = 'batch_id IN (SELECT id FROM batches WHERE account_id = $1)';

/** The rows of an account at each level. Rows of the outbox are in none: transactions pass over those that are locked. */
const TABLES: Readonly<Record<Level, Readonly<Record<string, string>>>> = {
  accounts: { accounts: 'id = $1' },
  purchases: { purchases: 'account_id = $1' },
  batches: { batches: 'account_id = $1' },
  rest: {
    batch_tallies: OF_BATCHES,
    batch_networks: OF_BATCHES,
    batch_rows: OF_BATCHES,
    submissions: OF_PURCHASES,
    late_confirmations: OF_PURCHASES,
    contradictions: OF_PURCHASES,
    events: 'account_id = $1',
    webhook_attempts: 'event_id IN (SELECT id FROM events WHERE account_id = $1)',
    webhook_endpoints: 'account_id = $1',
    deliveries: 'account_id = $1',
    delivery_attempts: 'delivery_id IN (SELECT id FROM deliveries WHERE account_id = $1)',
    client_endpoints: 'account_id = $1',
    account_bundles: 'account_id = $1',
    account_allowed_ranges: 'account_id = $1',
    api_keys: 'account_id = $1',
  },
  log: { audit_heads: 'chain = $1::uuid::text' },
};

/** Locks all rows of a level as strongly as the product does, on a separate connection. */
export async function hold(url: string, { accountId }: World, level: Level): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: url, application_name: nameOf(level) });
  await client.connect();
  await client.query('BEGIN');
  if (level === 'accounts') await lockAccount(client, accountId);
  else {
    for (const [table, where] of Object.entries(TABLES[level])) {
      await client.query(`SELECT FROM ${table} WHERE ${where} FOR UPDATE`, [uuidOf('acc', accountId)]);
    }
  }
  return async () => {
    await client.query('COMMIT');
    await client.end();
  };
}

const nameOf = (level: Level) => `holds ${level}`;

/**
 * Tables after a level in which another transaction holds a row lock now.
 * @param except levels that `hold` holds: no one else has a lock there.
 */
export async function heldBehind(
  pool: Pool,
  { accountId }: World,
  level: Level,
  except: ReadonlySet<Level> = new Set(),
): Promise<string[]> {
  const held: string[] = [];
  for (const behind of LEVELS.slice(LEVELS.indexOf(level) + 1)) {
    if (except.has(behind)) continue;
    for (const [table, where] of Object.entries(TABLES[behind])) {
      const { rows } = await pool.query<{ held: boolean }>(
        `WITH free AS (SELECT 1 FROM ${table} WHERE ${where} FOR UPDATE SKIP LOCKED)
         SELECT (SELECT count(*) FROM ${table} WHERE ${where}) <> (SELECT count(*) FROM free) AS held`,
        [uuidOf('acc', accountId)],
      );
      if (rows[0]?.held === true) held.push(table);
    }
  }
  return held;
}

/**
 * Resolves to true once this many connections of the database wait for a lock, or to false if the transaction ends first.
 * `waiting` counts the one of the transaction and those that waited before it.
 */
export async function untilItWaits(pool: Pool, transaction: Promise<unknown>, waiting = 1): Promise<boolean> {
  let ended = false;
  const end = () => {
    ended = true;
  };
  transaction.then(end, end);
  for (;;) {
    if (ended) return false;
    if ((await countWaiting(pool)) >= waiting) return true;
    await sleep(5);
  }
}

/** The level that `hold` holds and for which a connection of the database waits now; null if the transaction ends first. */
export async function untilItWaitsFor(pool: Pool, transaction: Promise<unknown>): Promise<Level | null> {
  let ended = false;
  const end = () => {
    ended = true;
  };
  transaction.then(end, end);
  for (;;) {
    if (ended) return null;
    const holders = await findHolders(pool);
    const level = LEVELS.find((one) => holders.has(nameOf(one)));
    if (level !== undefined) return level;
    await sleep(5);
  }
}

/** Names of the connections for whose locks others wait. */
async function findHolders(pool: Pool): Promise<Set<string>> {
  const { rows } = await pool.query<{ name: string }>(`
    SELECT holder.application_name AS name
      FROM pg_stat_activity waiting
     CROSS JOIN LATERAL unnest(pg_blocking_pids(waiting.pid)) AS blocking (pid)
      JOIN pg_stat_activity holder ON holder.pid = blocking.pid
     WHERE waiting.datname = current_database() AND waiting.wait_event_type = 'Lock'`);
  return new Set(rows.map(({ name }) => name));
}

async function countWaiting(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ waiting: number }>(`
    SELECT count(*) AS waiting
      FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`);
  return rows[0]?.waiting ?? 0;
}
