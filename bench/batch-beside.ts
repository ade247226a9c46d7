import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { addApiKey, createAccount, fundAccount } from '../db/accounts.ts';
import { createPool } from '../db/pool.ts';
import { startStack } from '../dev/stack.ts';
import { hashApiKey, newApiKey } from '../domain/crypto/api-key.ts';
import { parseId } from '../domain/ids.ts';
import { DEFAULT_SETTINGS, sellAllBundles } from '../seed/seed.ts';
import { upload } from './csv.ts';
import { instantFile, instantPurchases } from './instant-purchases.ts';
import { quantile } from './latencies.ts';
import { runOpenLoad } from './open-load.ts';
import { type BenchRow, benchRow, ratioAtMostRow } from './report.ts';

const GOAL = 1.5;
const ROUNDS = 3;
/** The batch's windows have opened then, and its rate been observed. */
const WARM_MS = 3_000;
const ROUND_MS = 12_000;
const BATCH_ROWS = 100_000;
const SINGLES_PER_SECOND = 20;
const CONNECTIONS = 64;
/** Of one round of draining: the steady state is reached in a few hundred. */
const DRAINED_ROWS = 2_000;
/** As many purchases as the drain yardstick sends a second: several times what is drained. */
const ACCEPTED_PER_SECOND = 500;
const DRAIN_WITHIN_MS = 120_000;
/** Neither the pace nor the time of a network is what is measured. */
const SETTINGS = {
  ...DEFAULT_SETTINGS,
  ratePerSecond: 100_000,
  inFlightMax: 1_000,
  resolveWithinMs: 1_800_000,
};

/** What the rounds are made on: one account buys single purchases, another has the campaigns. */
interface Setting {
  readonly pool: Pool;
  readonly buyer: Client;
  readonly manager: Client;
}

interface Client {
  readonly apiUrl: string;
  readonly apiKey: string;
}

/**
 * Row 6: single purchases while a campaign of 100,000 rows runs, against the same total rate made of single purchases: p99
 * of POST, p95 from accepted to submitted. And how fast a campaign drains against as many singles. The gateway confirms in
 * its answer.
 */
export async function benchBatchBeside(log: (line: string) => void): Promise<BenchRow[]> {
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
    const setting = { pool, buyer, manager };
    const rows = await besideRows(setting, log);
    return [...rows, await drainRow(setting, log)];
  } finally {
    await pool.end();
    await stack.stop();
    rmSync(stateDir, { recursive: true, force: true });
  }
}

async function besideRows(setting: Setting, log: (line: string) => void): Promise<BenchRow[]> {
  const { pool, manager } = setting;
  const campaign = await upload(manager, Buffer.from(instantFile(BATCH_ROWS)), 'beside');
  await singles(setting, 'warm-up', SINGLES_PER_SECOND, WARM_MS);
  const posts: { product: number; yardstick: number }[] = [];
  const submits: { product: number; yardstick: number }[] = [];
  let failed = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    await command(manager, campaign, round === 1 ? 'start' : 'resume');
    await sleep(WARM_MS);
    const [before, from] = [await finalOf(pool, campaign), performance.now()];
    const beside = await singles(setting, `beside-${round}`, SINGLES_PER_SECOND, ROUND_MS);
    const rowsPerSecond = ((await finalOf(pool, campaign)) - before) / ((performance.now() - from) / 1_000);
    await command(manager, campaign, 'pause');
    await drained(pool);

    const total = rowsPerSecond + SINGLES_PER_SECOND;
    const alone = await singles(setting, `alone-${round}`, total, ROUND_MS);
    failed += beside.failed + alone.failed;
    posts.push({ product: beside.postP99, yardstick: alone.postP99 });
    submits.push({ product: beside.submitP95, yardstick: alone.submitP95 });
    log(`  round ${round}, ${Math.round(total)} purchases a second in all`);
    log(`    beside the batch: POST p99 ${words(beside.postP99)}, submitted p95 ${words(beside.submitP95)}`);
    log(`    singles alone:    POST p99 ${words(alone.postP99)}, submitted p95 ${words(alone.submitP95)}`);
  }
  return [
    ratioAtMostRow('batch-beside, p99 of POST', 'ms', GOAL, posts, failed),
    ratioAtMostRow('batch-beside, p95 accepted to submitted', 'ms', GOAL, submits, failed),
  ];
}

/** Buys at a rate, whatever the answers take, and waits until all that is final. */
async function singles({ pool, buyer }: Setting, name: string, perSecond: number, durationMs: number) {
  const { hostname: host, port } = new URL(buyer.apiUrl);
  const load = { host, port: Number(port), connections: CONNECTIONS, perSecond, durationMs };
  const nextRequest = instantPurchases(buyer, name);
  const { msByStatus, unanswered } = await runOpenLoad({ ...load, nextRequest }, () => {});
  await drained(pool, `${name}.%`);
  const { rows } = await pool.query<{ ms: number }>({
    text: `
      SELECT extract(epoch FROM s.sent_at - p.created_at)::float8 * 1000 AS ms
        FROM purchases p
        JOIN submissions s ON s.purchase_id = p.id AND s.attempt = 1
       WHERE p.reference LIKE $1`,
    values: [`${name}.%`],
  });
  const accepted = msByStatus.get(201) ?? [];
  const answered = [...msByStatus.values()].reduce((sum, { length }) => sum + length, 0);
  const submitted = rows.map(({ ms }) => ms);
  return {
    postP99: quantile(accepted, 0.99),
    submitP95: quantile(submitted, 0.95),
    failed: answered + unanswered - submitted.length,
  };
}

/** From the start until the last is final: a campaign, and as many singles that are accepted far faster than they end. */
async function drainRow({ pool, buyer, manager }: Setting, log: (line: string) => void): Promise<BenchRow> {
  const measured: { product: number; yardstick: number }[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const id = await upload(manager, Buffer.from(instantFile(DRAINED_ROWS)), `drain-${round}`);
    const started = performance.now();
    await command(manager, id, 'start');
    while ((await finalOf(pool, id)) < DRAINED_ROWS) {
      if (performance.now() - started > DRAIN_WITHIN_MS) throw new Error('the campaign did not end');
      await sleep(50);
    }
    const product = DRAINED_ROWS / ((performance.now() - started) / 1_000);

    const { hostname: host, port } = new URL(buyer.apiUrl);
    const durationMs = (DRAINED_ROWS * 1_000) / ACCEPTED_PER_SECOND;
    const load = { host, port: Number(port), connections: CONNECTIONS, durationMs };
    const nextRequest = instantPurchases(buyer, `drained-${round}`);
    const began = performance.now();
    await runOpenLoad({ ...load, perSecond: ACCEPTED_PER_SECOND, nextRequest }, () => {});
    await drained(pool);
    const yardstick = DRAINED_ROWS / ((performance.now() - began) / 1_000);
    measured.push({ product, yardstick });
    log(`  drain ${round}: ${Math.round(product)} rows against ${Math.round(yardstick)} singles a second`);
  }
  return benchRow('batch-drain', 'purchases/s', 1, measured, 0);
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

async function command({ apiUrl, apiKey }: Client, id: string, name: string): Promise<void> {
  const headers = { authorization: `Bearer ${apiKey}` };
  const response = await fetch(`${apiUrl}/v1/batches/${id}/${name}`, { method: 'POST', headers });
  if (!response.ok) throw new Error(`${name} answered ${response.status}: ${await response.text()}`);
}

async function finalOf(pool: Pool, id: string): Promise<number> {
  const { rows } = await pool.query<{ n: number }>({
    text: `SELECT coalesce(sum(successful + failed + reversed), 0)::int AS n FROM batch_tallies WHERE batch_id = $1`,
    values: [parseId('bat', id)],
  });
  return rows[0]?.n ?? 0;
}

/** Waits until no purchase with a reference like this is pending. @throws Error when that takes too long. */
async function drained(pool: Pool, like = '%'): Promise<void> {
  const until = performance.now() + DRAIN_WITHIN_MS;
  for (;;) {
    const { rows } = await pool.query<{ pending: boolean }>({
      text: `SELECT EXISTS (SELECT FROM purchases WHERE status = 'pending' AND reference LIKE $1) AS pending`,
      values: [like],
    });
    if (rows[0]?.pending === false) return;
    if (performance.now() > until)
      throw new Error(`purchases were still pending after ${DRAIN_WITHIN_MS / 1_000} seconds`);
    await sleep(50);
  }
}

function words(ms: number): string {
  return `${Math.round(ms)} ms`;
}
