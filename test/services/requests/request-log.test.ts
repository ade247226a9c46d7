import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createPool } from '../../../db/pool.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import { uuidOf } from '../../../domain/ids.ts';
import type { LoggedRequest } from '../../../domain/requests/logged-request.ts';
import { createRequestLog, REFUSALS_MAX } from '../../../services/requests/request-log.ts';
import { openTestDatabase, type PooledDatabase } from '../../support/database.ts';

const ACCOUNT = newId('acc');
/** Longer than any test: the timer never fires. */
const NEVER = 3_600_000;

let database: PooledDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await openTestDatabase({ max: 4 });
  pool = database.pool;
});
afterAll(() => database.close());

function request(): LoggedRequest {
  return {
    id: newId('req'),
    accountId: ACCOUNT,
    at: new Date(),
    method: 'GET',
    path: '/v1/balance',
    status: 200,
    durationMs: 3,
    principalKind: 'key',
    principalId: newId('key'),
    address: '203.0.113.7',
    request: { text: null, isCut: false },
    response: { text: '{"available":1}', isCut: false },
  };
}

async function stored(): Promise<number> {
  const { rows } = await pool.query<{ n: number }>({
    text: 'SELECT count(*)::int AS n FROM request_log WHERE account_id = $1',
    values: [uuidOf('acc', ACCOUNT)],
  });
  return rows[0]?.n ?? 0;
}

it('writes what waits when it is closed', async () => {
  const before = await stored();
  const log = createRequestLog({ pool, onDropped: () => expect.fail('dropped'), writeEveryMs: NEVER });
  for (let n = 0; n < 450; n++) log.add(request());
  await log.close();
  expect(await stored()).toBe(before + 450);
});

it('writes by itself, also after a time without requests', async () => {
  const before = await stored();
  const log = createRequestLog({ pool, onDropped: () => expect.fail('dropped'), writeEveryMs: 1 });
  for (let n = 1; n <= 2; n++) {
    await pool.query('SELECT pg_sleep(0.05)');
    log.add(request());
    await vi.waitFor(async () => expect(await stored()).toBe(before + n), { timeout: 30_000 });
  }
  await log.close();
});

it('drops and counts what comes faster than it is written, and holds up no one', async () => {
  const one = createPool(database.url, { max: 1, applicationName: 'test' });
  const before = await stored();
  let dropped = 0;
  const log = createRequestLog({ pool: one, onDropped: (n) => (dropped += n), writeEveryMs: NEVER });
  const blocker = await one.connect();
  try {
    for (let n = 0; n < 3_000; n++) log.add(request());
    expect(dropped).toBeGreaterThan(0);
  } finally {
    blocker.release();
  }
  await log.close();
  expect(await stored()).toBe(before + 3_000 - dropped);
  await one.end();
});

it('counts requests that PostgreSQL does not take, and writes the next ones', async () => {
  const before = await stored();
  const dropped: [number, boolean][] = [];
  const log = createRequestLog({
    pool,
    onDropped: (n, err) => dropped.push([n, err instanceof Error]),
    writeEveryMs: NEVER,
  });
  for (let n = 0; n < 200; n++) log.add({ ...request(), path: 'x'.repeat(1_001) });
  log.add(request());
  await log.close();
  expect(dropped).toEqual([[200, true]]);
  expect(await stored()).toBe(before + 1);
});

it('keeps a few answers with 429 of each account in a second, and all others', async () => {
  let dropped = 0;
  const log = createRequestLog({ pool, onDropped: (n) => (dropped += n), writeEveryMs: NEVER });
  const keptOf = (account: typeof ACCOUNT, status: number, count: number) =>
    Array.from({ length: count }, () => log.keeps(account, status)).filter(Boolean).length;
  const other = newId('acc');
  const began = performance.now();
  const kept = keptOf(ACCOUNT, 429, 10 * REFUSALS_MAX);
  const keptOfOther = keptOf(other, 429, REFUSALS_MAX);
  const seconds = Math.ceil((performance.now() - began) / 1_000) + 1;
  expect(kept).toBeGreaterThanOrEqual(REFUSALS_MAX);
  expect(kept).toBeLessThanOrEqual(seconds * REFUSALS_MAX);
  expect(keptOfOther).toBe(REFUSALS_MAX);
  expect(dropped).toBe(10 * REFUSALS_MAX - kept);
  expect(keptOf(ACCOUNT, 201, 100)).toBe(100);
  await vi.waitFor(() => expect(log.keeps(ACCOUNT, 429)).toBe(true), { timeout: 30_000 });
  await log.close();
});
