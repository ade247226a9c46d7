import { tmpdir } from 'node:os';
import type { Pool } from 'pg';
import { createPool } from '../../../db/pool.ts';
import { newUuid } from '../../../domain/crypto/new-id.ts';
import { type AccountId, uuidOf } from '../../../domain/ids.ts';
import { openConnections } from '../load/connections.ts';
import { createMeter } from '../load/costs.ts';
import { fsyncLatencyMs } from '../load/fsync.ts';
import { type LoadResult, runLoad } from '../load/http-load.ts';
import { type BenchRow, benchRow } from '../report.ts';
import { measureRounds } from '../rounds.ts';
import { type BenchStack, startAccounting } from '../stack.ts';

const GOAL = 7;
const ROUND_MS = 6_000;
const WARM_UP_MS = 4_000;
const CONNECTIONS = 64;
const YARDSTICK_CONNECTIONS = 32;

/**
 * Row 1: purchases accepted over HTTP on one account, against the same hold as one SQL statement per purchase. The same
 * PostgreSQL with the same durability; no worker and no Temporal run.
 */
export async function benchAccept(log: (line: string) => void): Promise<BenchRow> {
  const stack = await startAccounting();
  const pool = createPool(stack.databaseUrl, {
    max: YARDSTICK_CONNECTIONS,
    applicationName: 'bench',
    use: 'lanes',
  });
  try {
    log(`  fdatasync of a page: ${fsyncLatencyMs(tmpdir())} ms (median)`);
    await acceptLoad(stack, WARM_UP_MS);
    await yardstick(pool, stack.yardstickAccountId, WARM_UP_MS);

    const meter = await createMeter(pool, stack.pids);
    let errors = 0;
    let bought = 0;
    const measured = await measureRounds(log, async (round) => {
      const load = await meter.during(() => acceptLoad(stack, ROUND_MS));
      const accepted = load.byStatus.get(201) ?? 0;
      bought += accepted;
      errors += [...load.byStatus.values()].reduce((sum, count) => sum + count, 0) - accepted;
      const perStatement = await yardstick(pool, stack.yardstickAccountId, ROUND_MS);
      log(
        `  round ${round}: ${Math.round(accepted / load.seconds)} against ${Math.round(perStatement)} a second`,
      );
      return { product: accepted / load.seconds, yardstick: perStatement };
    });
    errors += await missingPurchases(pool, stack);
    return {
      ...benchRow('accept', 'purchases/s', GOAL, measured, errors),
      costs: meter.perUnit('purchase', bought),
    };
  } finally {
    await pool.end();
    await stack.stop();
  }
}

let serial = 0;

/** Buys on the account as fast as it goes for a while, over 64 connections. */
export function acceptLoad(stack: BenchStack, durationMs: number): Promise<LoadResult> {
  const { hostname: host, port } = new URL(stack.apiUrl);
  const load = { host, port: Number(port), connections: CONNECTIONS, durationMs };
  return runLoad({ ...load, nextRequest: purchaseRequests(stack) });
}

/** The bytes of requests to buy, each with a different reference and number. */
export function purchaseRequests({ apiUrl, apiKey }: Pick<BenchStack, 'apiUrl' | 'apiKey'>): () => string {
  const { hostname } = new URL(apiUrl);
  const head = `POST /v1/purchases HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${apiKey}\r\nContent-Type: application/json\r\nContent-Length: `;
  return () => {
    const number = String(serial++).padStart(7, '0');
    const body = `{"reference":"bench-${process.pid}-${number}","phone_number":"+234803${number}","bundle_id":"bnd_mtn_ng_500mb_7d"}`;
    return `${head}${body.length}\r\n\r\n${body}`;
  };
}

/** The hold as one statement, which reads the clock once: balance check, hold, purchase and outbox row; no lane. */
const HOLD = `
  WITH clock AS MATERIALIZED (
    SELECT app_now() AS at
  ), held AS (
    UPDATE accounts
       SET available = available - $4, held = held + $4, updated_at = clock.at
      FROM clock
     WHERE id = $1 AND available >= $4
    RETURNING id
  ), bought AS (
    INSERT INTO purchases
           (id, account_id, reference, fingerprint, livemode, phone_number, network_id, bundle_id, bundle_name,
            data_mb, validity_hours, product_code, price, currency, metadata, created_at, resolve_by, next_action_at)
    SELECT $2, id, $3, '\\x00', true, '+2348030000000', 'net_mtn_ng', 'bnd_mtn_ng_500mb_7d', 'MTN 500 MB', 512, 168,
           '41000', $4, 'NGN', '{}', at, at + interval '15 minutes', at
      FROM held, clock
    RETURNING id
  )
  INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
  SELECT $5, 'network.mtn_ng', 'start_purchase', id, $1, at FROM bought, clock`;

const PRICE = 50_000;

async function yardstick(pool: Pool, accountId: AccountId, durationMs: number): Promise<number> {
  const account = uuidOf('acc', accountId);
  await openConnections(pool);
  const begin = performance.now();
  let held = 0;
  const worker = async () => {
    while (performance.now() - begin < durationMs) {
      const values = [account, newUuid(), `yard-${serial++}`, PRICE, newUuid()];
      const { rowCount } = await pool.query({ name: 'hold', text: HOLD, values });
      held += rowCount ?? 0;
    }
  };
  await Promise.all(Array.from({ length: YARDSTICK_CONNECTIONS }, worker));
  return held / ((performance.now() - begin) / 1_000);
}

/** Every purchase on the measured account holds its price: what was answered 201 is there, to the kobo. */
export async function missingPurchases(pool: Pool, stack: Pick<BenchStack, 'accountId'>): Promise<number> {
  const { rows } = await pool.query<{ difference: number }>({
    text: `
      SELECT abs(a.held - (SELECT coalesce(sum(price), 0)::bigint FROM purchases p WHERE p.account_id = a.id)) AS difference
        FROM accounts a
       WHERE a.id = $1`,
    values: [uuidOf('acc', stack.accountId)],
  });
  return (rows[0]?.difference ?? PRICE) / PRICE;
}
