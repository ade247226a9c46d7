import type { Pool } from 'pg';
import { type AccountReads, createAccountReads } from '../db/account-reads.ts';
import { createPool, type PoolOptions } from '../db/pool.ts';

/**
 * The connections of an API process. Each use has its own pool, so that no use can exhaust another's. Together they have
 * CONNECTIONS_MAX connections; docs/production.md sizes PostgreSQL by it.
 */
export interface ApiPools {
  /** Transactions that accept and settle purchases. */
  readonly lanes: Pool;
  /** Other work for purchases: the catalogue, lookups, replays, storing callbacks, notifications. */
  readonly purchases: Pool;
  /** Handling gateways' callbacks, and settling due purchases before they are read: both may wait for a purchase's lock. */
  readonly callbacks: Pool;
  /** Keys and rates: every request under /v1 needs them first. */
  readonly keys: Pool;
  /** Reads for clients through row-level security. */
  readonly own: AccountReads;
  /** Other reads for clients, and small writes other than purchases. */
  readonly reads: Pool;
  /** Writing the log of requests. */
  readonly requests: Pool;
  /** Uploads of whole files. */
  readonly files: Pool;
  /** Downloads of whole files, through row-level security. */
  readonly downloads: AccountReads;
  /** The check of /readyz. */
  readonly probes: Pool;
}

const MAX = {
  lanes: 10,
  purchases: 4,
  callbacks: 4,
  keys: 2,
  own: 4,
  reads: 4,
  requests: 1,
  files: 3,
  downloads: 2,
  probes: 1,
} as const;
/** How many pages are read at the same time: those of lists leave a connection to short reads, and those of files have their own. */
export const PAGES_AT_ONCE = { lists: MAX.own - 1, files: MAX.downloads } as const;
/** Most connections that a process opens. */
export const CONNECTIONS_MAX = Object.values(MAX).reduce((sum, max) => sum + max, 0);

/** Longest time that /readyz waits for PostgreSQL. */
const PROBE_WITHIN_MS = 2_000;
/** Longest time that a callback waits for a locked purchase; the relay retries it later. */
const CALLBACK_LOCK_MS = 2_000;

/**
 * Opens the pools; each connects on first use.
 * @param callbackLockMs longest time that a callback waits for a locked purchase.
 */
export function createApiPools(databaseUrl: string, callbackLockMs = CALLBACK_LOCK_MS): ApiPools {
  const open = (use: keyof typeof MAX, options: Partial<PoolOptions> = {}) =>
    createPool(databaseUrl, { ...options, max: MAX[use], applicationName: `bundlewire-api-${use}` });
  return {
    lanes: open('lanes', { use: 'lanes' }),
    purchases: open('purchases'),
    callbacks: open('callbacks', { use: 'hot-path', lockTimeoutMs: callbackLockMs }),
    keys: open('keys'),
    own: createAccountReads(open('own', { use: 'account-reads' })),
    reads: open('reads'),
    requests: open('requests'),
    files: open('files'),
    downloads: createAccountReads(open('downloads', { use: 'account-files' })),
    probes: open('probes', { statementTimeoutMs: PROBE_WITHIN_MS }),
  };
}

export async function endApiPools(pools: ApiPools): Promise<void> {
  await Promise.all(Object.values(pools).map((pool: Pick<Pool, 'end'>) => pool.end()));
}
