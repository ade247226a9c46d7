import type { Pool } from 'pg';
import { createPool, type PoolOptions } from '../db/pool.ts';

/** The connections of a worker process: one pool per use, so that no use can exhaust another's. */
export interface WorkerPools {
  /** The statements that every purchase needs: claims of its rows, its fence, its answer, its webhook. */
  readonly hotPath: Pool;
  /** Transactions that accept and settle purchases. */
  readonly lanes: Pool;
  /** Releases of campaigns. */
  readonly batches: Pool;
  /** The deadline guard: accounts that are locked elsewhere take no connection from others. */
  readonly guard: Pool;
  /** Everything else: sweeps, catalogue, health, metrics, probes. */
  readonly background: Pool;
}

/** Releases of campaigns at the same time; each uses at most one connection. */
export const BATCH_RELEASES_MAX = 8;
/** Accounts that the guard settles at the same time, each with one connection. */
export const GUARD_ACCOUNTS_MAX = 4;
const MAX = {
  hotPath: 25,
  lanes: 20,
  batches: BATCH_RELEASES_MAX,
  // One for each account that is settled, one to look for due purchases.
  guard: GUARD_ACCOUNTS_MAX + 1,
  background: 10,
} as const;
/** Most connections that a process opens: those of the pools, and the one that listens for the outbox. */
export const CONNECTIONS_MAX = Object.values(MAX).reduce((sum, max) => sum + max, 1);

/** The guard gives up a locked account after this time and retries it later, so that the others need not wait. */
const GUARD_LOCK_MS = 500;

/** Opens the pools; each connects when it is first needed. */
export function createWorkerPools(databaseUrl: string): WorkerPools {
  const open = (use: keyof typeof MAX, options: Partial<PoolOptions> = {}) =>
    createPool(databaseUrl, { ...options, max: MAX[use], applicationName: `bundlewire-worker-${use}` });
  return {
    hotPath: open('hotPath', { use: 'hot-path' }),
    lanes: open('lanes', { use: 'lanes' }),
    batches: open('batches'),
    guard: open('guard', { use: 'lanes', lockTimeoutMs: GUARD_LOCK_MS }),
    background: open('background'),
  };
}

export async function endWorkerPools(pools: WorkerPools): Promise<void> {
  await Promise.all(Object.values(pools).map((pool: Pool) => pool.end()));
}
