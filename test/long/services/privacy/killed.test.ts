import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { findErasure } from '../../../../db/privacy/erasures.ts';
import { uuidOf } from '../../../../domain/ids.ts';
import { beginPatiently, openTestDatabase, type PooledDatabase } from '../../../support/database.ts';
import { fund, openAccount, setClock } from '../../../support/invariants/history.ts';
import {
  expectBooksInOrder,
  findDigits,
  KEYS,
  requested,
  runOnce,
} from '../../../support/privacy/fixture.ts';

const NUMBER = '+2348031234567';
const PURCHASES = 450;
const PROCESS = join(import.meta.dirname, '..', '..', '..', 'support', 'privacy', 'erase-process.ts');

let database: PooledDatabase;

beforeAll(async () => {
  database = await openTestDatabase({ max: 4 });
  await setClock(database.pool, new Date('2026-03-01T18:00:00.000Z'));
});
afterAll(() => database.close());

it('continues after its process was killed in the middle, and counts each record once', async () => {
  const { pool, url } = database;
  const account = await openAccount(pool, new Date('2026-03-01T08:00:00.000Z'));
  await fund(pool, account, 1_000, new Date('2026-03-01T08:01:00.000Z'));
  await pool.query({
    text: `
      WITH made AS (
        INSERT INTO purchases
               (id, account_id, reference, fingerprint, livemode, phone_number, network_id, bundle_id, bundle_name, data_mb,
                validity_hours, product_code, price, currency, metadata, created_at, resolve_by, next_action_at, status,
                completed_at, failure_code)
        SELECT uuidv7(), $1, 'order-' || n, sha256(n::text::bytea), true, $2, 'net_mtn_ng', 'bnd_1gb', '1 GB', 1024, 24, 'P1', 1,
               'NGN', '{"customer":"Ada"}', app_now(), app_now(), app_now(), 'failed', app_now(), 'number_barred'
          FROM generate_series(1, $3) n
        RETURNING id, account_id, created_at)
      INSERT INTO events (id, account_id, type, subject_id, created_at, body)
      SELECT uuidv7(), account_id, 'purchase.failed', id, created_at, '{"data":{"purchase":{"phone_number":"' || $2 || '"}}}'
        FROM made`,
    values: [uuidOf('acc', account), NUMBER, PURCHASES],
  });
  const erasure = await requested(pool, account, NUMBER);

  // The last purchase is locked, so the process stops between two of its transactions, and is killed there.
  const holder = await pool.connect();
  await beginPatiently(holder);
  await holder.query('SELECT id FROM purchases ORDER BY id DESC LIMIT 1 FOR UPDATE');
  const eraser = spawn(process.execPath, [PROCESS, url, KEYS.current.toString('base64'), erasure.id], {
    stdio: 'inherit',
  });
  const exited = new Promise((resolve) => eraser.once('exit', resolve));
  const countRenamed = async () =>
    (
      await pool.query({
        text: 'SELECT count(*) AS n FROM purchases WHERE phone_number <> $1',
        values: [NUMBER],
      })
    ).rows[0].n;
  try {
    await vi.waitFor(async () => expect(await countRenamed()).toBe(400), { timeout: 60_000, interval: 50 });
    eraser.kill('SIGKILL');
    await exited;
  } finally {
    eraser.kill('SIGKILL');
    await holder.query('ROLLBACK');
    holder.release();
  }
  expect(await countRenamed()).toBe(400);
  expect((await findErasure(pool, account, erasure.id))?.completedAt).toBeNull();

  expect(await runOnce(pool, erasure)).toBe(true);
  expect(await findDigits(pool, account, NUMBER.slice(4))).toEqual([]);
  expect((await findErasure(pool, account, erasure.id))?.counts).toMatchObject({
    purchases: PURCHASES,
    events: PURCHASES,
  });
  await expectBooksInOrder(pool);
});
