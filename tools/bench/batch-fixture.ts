import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { addApiKey, createAccount, fundAccount } from '../../db/accounts/accounts.ts';
import { createPool } from '../../db/pool.ts';
import { hashApiKey, newApiKey } from '../../domain/crypto/api-key.ts';
import { parseId } from '../../domain/ids.ts';
import { DEFAULT_SETTINGS, sellAllBundles } from '../../services/catalogue/demo/seed.ts';
import { startStack } from '../stack/stack.ts';
import { instantPurchases } from './histories/instant-purchases.ts';
import { type OpenLoadResult, runOpenLoad } from './load/open-load.ts';

const CONNECTIONS = 64;
/** Long enough for any pause of a machine that others share; a longer standstill is a fault. */
const STILL_MS_MAX = 180_000;
const POLL_MS = 50;
const PROGRESS_MS = 10_000;
/** Large, so that a network's pace and time limit nothing here. */
const SETTINGS = {
  ...DEFAULT_SETTINGS,
  ratePerSecond: 100_000,
  inFlightMax: 1_000,
  resolveWithinMs: 1_800_000,
};

/** A whole stack whose gateway confirms in its answer: one account buys single purchases, another has the campaigns. */
export interface BatchFixture {
  readonly pool: Pool;
  readonly buyer: Client;
  readonly manager: Client;
}

export interface Client {
  readonly apiUrl: string;
  readonly apiKey: string;
}

/** Runs `work` on a separate stack. */
export async function withBatchFixture<T>(work: (fixture: BatchFixture) => Promise<T>): Promise<T> {
  const stateDir = mkdtempSync(join(tmpdir(), 'bundlewire-bench-'));
  const stack = await startStack({
    stateDir,
    keepData: false,
    log: () => {},
    networkSettings: SETTINGS,
    gatewayOverrides: { mode: 'sync' },
  });
  const pool = createPool(stack.databaseUrl, { max: 4, applicationName: 'bench' });
  try {
    const [buyer, manager] = [await openAccount(pool, stack.apiUrl), await openAccount(pool, stack.apiUrl)];
    return await work({ pool, buyer, manager });
  } finally {
    await pool.end();
    await stack.stop();
    rmSync(stateDir, { recursive: true, force: true });
  }
}

/** Buys single purchases at a rate that does not depend on the answers; their references begin with `name` and a point. */
export function buySingles(
  { buyer }: BatchFixture,
  name: string,
  perSecond: number,
  durationMs: number,
): Promise<OpenLoadResult> {
  const { hostname: host, port } = new URL(buyer.apiUrl);
  const load = { host, port: Number(port), connections: CONNECTIONS, perSecond, durationMs };
  return runOpenLoad({ ...load, nextRequest: instantPurchases(buyer, name) }, () => {});
}

/** Starts, pauses or resumes a campaign. */
export async function command({ apiUrl, apiKey }: Client, id: string, name: string): Promise<void> {
  const headers = { authorization: `Bearer ${apiKey}` };
  const response = await fetch(`${apiUrl}/v1/batches/${id}/${name}`, { method: 'POST', headers });
  if (!response.ok) throw new Error(`${name} answered ${response.status}: ${await response.text()}`);
}

/** Rows of a campaign that are final. */
export async function finalOf(pool: Pool, id: string): Promise<number> {
  const { rows } = await pool.query<{ n: number }>({
    text: `SELECT coalesce(sum(successful + failed + reversed), 0)::int AS n FROM batch_tallies WHERE batch_id = $1`,
    values: [parseId('bat', id)],
  });
  return rows[0]?.n ?? 0;
}

/** Waits until no purchase with a reference like this is pending. @throws Error when nothing becomes final for minutes. */
export function drained(pool: Pool, like = '%'): Promise<void> {
  return waitUntil(
    async () => {
      const { rows } = await pool.query<{ pending: boolean }>({
        text: `SELECT EXISTS (SELECT FROM purchases WHERE status = 'pending' AND reference LIKE $1) AS pending`,
        values: [like],
      });
      return rows[0]?.pending === false;
    },
    async () => {
      const { rows } = await pool.query<{ pending: number }>({
        text: `SELECT count(*)::int AS pending FROM purchases WHERE status = 'pending' AND reference LIKE $1`,
        values: [like],
      });
      return -(rows[0]?.pending ?? 0);
    },
  );
}

/**
 * Asks every 50 ms whether it is done, and seldom, for that may cost more, how far it is.
 * @throws Error when nothing changes for minutes.
 */
export async function waitUntil(
  isDone: () => Promise<boolean>,
  progress: () => Promise<number>,
): Promise<void> {
  let seen = { progress: Number.NEGATIVE_INFINITY, movedAt: performance.now(), askAt: performance.now() };
  while (!(await isDone())) {
    await sleep(POLL_MS);
    const at = performance.now();
    if (at < seen.askAt) continue;
    const now = await progress();
    const movedAt = now > seen.progress ? at : seen.movedAt;
    if (at - movedAt > STILL_MS_MAX)
      throw new Error(`nothing became final for ${STILL_MS_MAX / 1_000} seconds; progress was ${now}`);
    seen = { progress: now, movedAt, askAt: at + PROGRESS_MS };
  }
}

async function openAccount(pool: Pool, apiUrl: string): Promise<Client> {
  const account = { name: 'bench', livemode: true, currency: 'NGN', rateLimitPerSecond: 1_000_000 };
  const id = await createAccount(pool, account);
  await sellAllBundles(pool, id);
  await fundAccount(pool, id, { type: 'funding', amount: 1e15, operator: 'bench', reason: 'benchmark' });
  const apiKey = newApiKey(true);
  await addApiKey(pool, id, hashApiKey(apiKey), apiKey.slice(-4));
  return { apiUrl, apiKey };
}
