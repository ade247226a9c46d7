import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { notifyQueues } from '../../../db/outbox/outbox.ts';
import { createPool } from '../../../db/pool.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import { sealSecret } from '../../../domain/crypto/sealed-secret.ts';
import { type AccountId, uuidOf } from '../../../domain/ids.ts';
import { createMeter } from '../load/costs.ts';
import { type BenchRow, ratioAtMostRow } from '../report.ts';
import { measureRounds } from '../rounds.ts';
import { startDelivering } from '../webhook-stack.ts';

const GOAL = 1.5;
const WARM_UP_EVENTS = 100;
/** One event at a time, as purchases of a shop come. */
const EVENTS_A_ROUND = 300;
const PAUSE_MS = 30;
const DEAD = 1_000;
const EVENTS_OF_DEAD = 20;
const PATIENCE_MS = 60_000;

/**
 * Row 7: how long a working receiver's webhooks take, from their commit to their arrival, while 1,000 endpoints that accept
 * connections and never answer have events queued; against the same without them. A worker process with PostgreSQL.
 */
export async function benchWebhooks(log: (line: string) => void): Promise<BenchRow> {
  const stack = await startDelivering();
  const pool = createPool(stack.databaseUrl, {
    max: 4,
    applicationName: 'bench',
    statementTimeoutMs: 120_000,
  });
  const arrivals = new Map<string, () => void>();
  const [receiver, silent] = [await startReceiver(arrivals), await startSilent()];
  try {
    const sealed = sealSecret('whsec_bench', { current: stack.secretsKey, former: [] });
    const account = await addAccounts(pool, sealed, [`http://127.0.0.1:${portOf(receiver)}/`]);
    const dead = Array.from({ length: DEAD }, (_, nth) => hostOf(nth)).map(
      (host) => `http://${host}:${portOf(silent)}/`,
    );
    await addAccounts(pool, sealed, dead);
    const measure = (count: number) => p95Of(pool, account, arrivals, count);
    await measure(WARM_UP_EVENTS);

    const [meter, withoutMeter] = [await createMeter(pool, stack.pids), await createMeter(pool, stack.pids)];
    const measured = await measureRounds(log, async (round) => {
      const yardstick = await withoutMeter.during(() => measure(EVENTS_A_ROUND));
      await queueForOthers(pool, account);
      await notifyQueues(pool, ['webhooks']);
      const product = await meter.during(() => measure(EVENTS_A_ROUND));
      log(
        `  round ${round}: ${product.toFixed(1)} ms with dead endpoints, ${yardstick.toFixed(1)} ms without`,
      );
      await forgetOthers(pool, account);
      return { product, yardstick };
    });
    return {
      ...ratioAtMostRow('webhooks', 'ms p95', GOAL, measured, 0),
      costs: meter.perUnit('event that arrived', measured.length * EVENTS_A_ROUND),
      yardstickCosts: withoutMeter.perUnit('event that arrived', measured.length * EVENTS_A_ROUND),
    };
  } finally {
    await stack.stop();
    await pool.end();
    receiver.close();
    receiver.closeAllConnections();
    silent.close();
  }
}

/** Separate loopback addresses, so that each dead endpoint is a different host. */
function hostOf(nth: number): string {
  return `127.1.${Math.floor(nth / 250)}.${1 + (nth % 250)}`;
}

/** Adds an account an address; answers the first. */
async function addAccounts(pool: Pool, sealed: Buffer, urls: readonly string[]): Promise<AccountId> {
  const ids = urls.map(() => newId('acc'));
  await pool.query({
    text: `
      WITH added AS (
        INSERT INTO accounts (id, name, livemode, currency)
        SELECT id, 'bench', true, 'NGN' FROM unnest($1::uuid[]) AS a (id)
        RETURNING id
      )
      INSERT INTO webhook_endpoints (account_id, url, sealed_secret)
      SELECT id, url, $3 FROM unnest($1::uuid[], $2::text[]) AS e (id, url)`,
    values: [ids.map((id) => uuidOf('acc', id)), urls, sealed],
  });
  const [first] = ids;
  if (first === undefined) throw new TypeError('no account');
  return first;
}

const BODY = JSON.stringify({
  object: 'event',
  data: { object: { object: 'purchase', filler: 'x'.repeat(700) } },
});

async function p95Of(
  pool: Pool,
  account: AccountId,
  arrivals: Map<string, () => void>,
  count: number,
): Promise<number> {
  const ms: number[] = [];
  for (let sent = 0; sent < count; sent++) {
    const id = newId('evt');
    const arrived = new Promise<void>((resolve) => arrivals.set(id, resolve));
    await pool.query({
      name: 'add-event',
      text: `
        WITH announced AS (
          INSERT INTO events (id, account_id, type, subject_id, created_at, body)
          VALUES ($1, $2, 'purchase.successful', uuidv7(), app_now(), $3)
          RETURNING id, account_id
        )
        INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
        SELECT uuidv7(), 'webhooks', 'deliver_event', id, account_id, app_now() FROM announced`,
      values: [uuidOf('evt', id), uuidOf('acc', account), BODY],
    });
    const begin = performance.now();
    await notifyQueues(pool, ['webhooks']);
    await Promise.race([arrived, tooLate(id)]);
    ms.push(performance.now() - begin);
    await sleep(PAUSE_MS);
  }
  ms.sort((a, b) => a - b);
  return ms[Math.ceil(ms.length * 0.95) - 1] ?? Number.NaN;
}

async function tooLate(id: string): Promise<never> {
  await sleep(PATIENCE_MS, undefined, { ref: false });
  throw new Error(`${id} did not arrive within ${PATIENCE_MS / 1_000} s`);
}

/** Queues the events of all accounts but one; their endpoints are unproven. */
async function queueForOthers(pool: Pool, account: AccountId): Promise<void> {
  await pool.query({
    text: `
      WITH fresh AS (
        UPDATE webhook_endpoints SET failures = 0, delivered_at = NULL WHERE account_id <> $1 RETURNING account_id
      ), announced AS (
        INSERT INTO events (id, account_id, type, subject_id, created_at, body)
        SELECT uuidv7(), account_id, 'purchase.successful', uuidv7(), app_now(), $2
          FROM fresh, generate_series(1, $3::int)
        RETURNING id, account_id
      )
      INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
      SELECT uuidv7(), 'webhooks', 'deliver_event', id, account_id, app_now() FROM announced`,
    values: [uuidOf('acc', account), BODY, EVENTS_OF_DEAD],
  });
}

/** Removes the others' events, and waits until no attempt at them is under way. */
async function forgetOthers(pool: Pool, account: AccountId): Promise<void> {
  const others = { text: `DELETE FROM outbox WHERE account_id <> $1`, values: [uuidOf('acc', account)] };
  await pool.query(others);
  await sleep(12_000);
  await pool.query(others);
}

async function startReceiver(arrivals: Map<string, () => void>): Promise<Server> {
  const server = createServer((request, response) => {
    arrivals.get(String(request.headers['svc-event-id']))?.();
    arrivals.delete(String(request.headers['svc-event-id']));
    request.resume();
    request.on('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** Accepts connections on every loopback address and never answers. */
async function startSilent(): Promise<TcpServer> {
  const server = createTcpServer((socket) => socket.on('error', () => {}).resume());
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  return server;
}

function portOf(server: { address(): AddressInfo | string | null }): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the server has no port');
  return address.port;
}
