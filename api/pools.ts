import type { Pool } from 'pg';
import { createPool, type PoolOptions } from '../db/pool.ts';

/**
 * The connections of an API process, apart by use, so that no use can take another's. Their numbers add up to
 * CONNECTIONS_MAX, by which docs/production.md sizes PostgreSQL.
 */
export interface ApiPools {
  /** Transactions that accept and settle purchases. */
  readonly lanes: Pool;
  /** What else a purchase needs: the catalogue, look-ups, a replay's answer, storing callbacks, notifications. */
  readonly purchases: Pool;
  /** Handling gateways' callbacks, and settling what is due before it is read: both may wait for a purchase's lock. */
  readonly callbacks: Pool;
  /** Keys and rates, which every request under /v1 needs first. */
  readonly keys: Pool;
  /** Reads of clients, and small writes other than purchases. */
  readonly reads: Pool;
  /** Whole files, uploaded and downloaded. */
  readonly files: Pool;
  /** The check of /readyz. */
  readonly probes: Pool;
}

const MAX = { lanes: 10, purchases: 4, callbacks: 4, keys: 2, reads: 8, files: 5, probes: 1 } as const;
/** Connections that a process opens at most. */
export const CONNECTIONS_MAX = Object.values(MAX).reduce((sum, max) => sum + max, 0);

/** Longest that the check of /readyz waits for PostgreSQL. */
const PROBE_WITHIN_MS = 2_000;
/** Longest that a callback waits for a locked purchase; the relay then takes it up again. */
const CALLBACK_LOCK_MS = 2_000;

/** Opens the pools; each connects when it is first needed. */
export function createApiPools(databaseUrl: string): ApiPools {
  const open = (use: keyof typeof MAX, options: Partial<PoolOptions> = {}) =>
    createPool(databaseUrl, { ...options, max: MAX[use], applicationName: `bundlewire-api-${use}` });
  return {
    lanes: open('lanes', { use: 'lanes' }),
    purchases: open('purchases'),
    callbacks: open('callbacks', { lockTimeoutMs: CALLBACK_LOCK_MS }),
    keys: open('keys'),
    reads: open('reads'),
    files: open('files'),
    probes: open('probes', { statementTimeoutMs: PROBE_WITHIN_MS }),
  };
}

export async function endApiPools(pools: ApiPools): Promise<void> {
  await Promise.all(Object.values(pools).map((pool: Pool) => pool.end()));
}
