import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { addApiKey, createAccount, fundAccount } from '../db/accounts.ts';
import { createPool } from '../db/pool.ts';
import { type Stack, startStack } from '../dev/stack.ts';
import { hashApiKey, newApiKey } from '../domain/crypto/api-key.ts';
import { parseId } from '../domain/ids.ts';
import { DEFAULT_SETTINGS, sellAllBundles } from '../seed/seed.ts';
import { campaignFile, upload } from './csv.ts';
import { quantile } from './latencies.ts';
import { type BenchRow, benchRow, ratioAtMostRow } from './report.ts';

const GOAL = 1.5;
const ROUNDS = 3;
/** Its window has opened then, and its rate been observed. */
const WARM_MS = 3_000;
const ROUND_MS = 15_000;
const BATCH_ROWS = 100_000;
const SINGLES_PER_SECOND = 10;
const DRAINED_ROWS = 1_000;
const DRAIN_WITHIN_MS = 120_000;

/**
 * Row 6: single purchases while a campaign of 100,000 rows runs, against the same total rate made of single purchases: p99
 * of POST, p95 from accepted to submitted. And how fast a campaign drains against as many singles.
 */
export async function benchBatchBeside(log: (line: string) => void): Promise<BenchRow[]> {
  const stack = await startStack({
    stateDir: mkdtempSync(join(tmpdir(), 'bundlewire-bench-')),
    keepData: false,
    log: () => {},
    networkSettings: { ...DEFAULT_SETTINGS, resolveWithinMs: 30 * 60_000 },
  });
  const pool = createPool(stack.databaseUrl, { max: 4, applicationName: 'bench' });
  try {
    const [buyer, manager] = [await openAccount(pool, stack), await openAccount(pool, stack)];
    await purchase(buyer, 'warm-up');
    const campaign = await upload(manager, Buffer.from(campaignFile(BATCH_ROWS)), 'beside');
    const posts: { product: number; yardstick: number }[] = [];
    const submits: { product: number; yardstick: number }[] = [];
    let errors = 0;
    for (let round = 1; round <= ROUNDS; round++) {
      const beside = await besideBatch(pool, buyer, manager, campaign, round);
      const alone = await singles(pool, buyer, `alone-${round}`, beside.totalPerSecond, ROUND_MS);
      await drained(pool, 'all');
      errors += beside.failed + alone.failed;
      posts.push({ product: beside.postP99, yardstick: alone.postP99 });
      submits.push({ product: beside.submitP95, yardstick: alone.submitP95 });
      log(
        `  round ${round}, ${Math.round(beside.totalPerSecond)} a second in all: POST p99 ${Math.round(beside.postP99)} against ${Math.round(alone.postP99)} ms, submitted p95 ${Math.round(beside.submitP95)} against ${Math.round(alone.submitP95)} ms`,
      );
    }
    const drains = await drainRates(pool, buyer, manager, log);
    return [
      ratioAtMostRow('batch-beside, p99 of POST', 'ms', GOAL, posts, errors),
      ratioAtMostRow('batch-beside, p95 accepted to submitted', 'ms', GOAL, submits, errors),
      benchRow('batch-drain', 'purchases/s', 1, [drains], 0),
    ];
  } finally {
    await pool.end();
    await stack.stop();
  }
}

interface Buyer {
  readonly apiUrl: string;
  readonly apiKey: string;
}

async function openAccount(pool: Pool, { apiUrl }: Stack): Promise<Buyer> {
  const account = { name: 'bench', livemode: true, currency: 'NGN', rateLimitPerSecond: 1_000_000 };
  const id = await createAccount(pool, account);
  await sellAllBundles(pool, id);
  await fundAccount(pool, id, { type: 'funding', amount: 1e15, operator: 'bench', reason: 'benchmark' });
  const apiKey = newApiKey(true);
  await addApiKey(pool, id, hashApiKey(apiKey), apiKey.slice(-4));
  return { apiUrl, apiKey };
}

interface SinglesFigures {
  readonly postP99: number;
  readonly submitP95: number;
  readonly failed: number;
}

/** Lets the campaign run for a round, from where the last one paused it. */
async function besideBatch(pool: Pool, buyer: Buyer, manager: Buyer, id: string, round: number) {
  await command(manager, id, round === 1 ? 'start' : 'resume');
  await sleep(WARM_MS);
  const before = await finalOf(pool, id);
  const figures = await singles(pool, buyer, `beside-${round}`, SINGLES_PER_SECOND, ROUND_MS);
  const perSecond = ((await finalOf(pool, id)) - before) / (ROUND_MS / 1_000);
  await command(manager, id, 'pause');
  await drained(pool, 'all');
  return { ...figures, totalPerSecond: perSecond + SINGLES_PER_SECOND };
}

/** Buys at a rate, whatever the answers take, and measures from the moment at which each was due. */
async function singles(
  pool: Pool,
  buyer: Buyer,
  name: string,
  perSecond: number,
  durationMs: number,
): Promise<SinglesFigures> {
  const count = Math.floor((perSecond * durationMs) / 1_000);
  const began = performance.now();
  const posted = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const due = began + (index * 1_000) / perSecond;
      await sleep(Math.max(0, due - performance.now()));
      const ok = await purchase(buyer, `single.${name}.${index}`);
      return { ms: performance.now() - due, ok };
    }),
  );
  await drained(pool, 'singles');
  const { rows } = await pool.query<{ ms: number }>({
    text: `
      SELECT extract(epoch FROM s.sent_at - p.created_at)::float8 * 1000 AS ms
        FROM purchases p
        JOIN submissions s ON s.purchase_id = p.id AND s.attempt = 1
       WHERE p.reference LIKE $1`,
    values: [`single.${name}.%`],
  });
  return {
    postP99: quantile(
      posted.map(({ ms }) => ms),
      0.99,
    ),
    submitP95: quantile(
      rows.map(({ ms }) => ms),
      0.95,
    ),
    failed: posted.filter(({ ok }) => !ok).length,
  };
}

let serial = 0;

async function purchase({ apiUrl, apiKey }: Buyer, reference: string): Promise<boolean> {
  serial += 1;
  const phone = `+234803${String(serial % 10_000).padStart(4, '0')}555`;
  const response = await fetch(`${apiUrl}/v1/purchases`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reference, phone_number: phone, bundle_id: 'bnd_mtn_ng_500mb_7d' }),
  });
  await response.text();
  return response.status === 201;
}

async function command({ apiUrl, apiKey }: Buyer, id: string, name: string): Promise<void> {
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

/** Waits until nothing is pending, or no single purchase. @throws Error when that takes too long. */
async function drained(pool: Pool, which: 'all' | 'singles'): Promise<void> {
  const until = performance.now() + DRAIN_WITHIN_MS;
  for (;;) {
    const { rows } = await pool.query<{ pending: boolean }>({
      text: `
        SELECT EXISTS (SELECT FROM purchases
                        WHERE status = 'pending' AND ($1 = 'all' OR batch_id IS NULL)) AS pending`,
      values: [which],
    });
    if (rows[0]?.pending === false) return;
    if (performance.now() > until)
      throw new Error(`purchases were still pending after ${DRAIN_WITHIN_MS / 1_000} seconds`);
    await sleep(100);
  }
}

/** From the start until the last is final: a campaign, and as many singles that were all accepted at once. */
async function drainRates(pool: Pool, buyer: Buyer, manager: Buyer, log: (line: string) => void) {
  const id = await upload(manager, Buffer.from(campaignFile(DRAINED_ROWS)), 'drain');
  let began = performance.now();
  await command(manager, id, 'start');
  while ((await finalOf(pool, id)) < DRAINED_ROWS) await sleep(50);
  const product = DRAINED_ROWS / ((performance.now() - began) / 1_000);

  began = performance.now();
  for (let from = 0; from < DRAINED_ROWS; from += 100) {
    const page = Array.from({ length: 100 }, (_, index) => purchase(buyer, `single.drain.${from + index}`));
    await Promise.all(page);
  }
  await drained(pool, 'singles');
  const yardstick = DRAINED_ROWS / ((performance.now() - began) / 1_000);
  log(`  drain: ${Math.round(product)} rows against ${Math.round(yardstick)} singles a second`);
  return { product, yardstick };
}
