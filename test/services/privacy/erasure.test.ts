import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findErasure } from '../../../db/privacy/erasures.ts';
import { readStatement } from '../../../db/statements/statements.ts';
import { type AccountId, uuidOf } from '../../../domain/ids.ts';
import type { UtcDay } from '../../../domain/money/statement.ts';
import { createEraser } from '../../../services/privacy/eraser.ts';
import { requestErasure } from '../../../services/privacy/request-erasure.ts';
import { openTestDatabase, type PooledDatabase } from '../../support/database.ts';
import {
  buy,
  fail,
  fund,
  inquireLate,
  openAccount,
  reverse,
  setClock,
  succeed,
} from '../../support/invariants/history.ts';
import { sealDay } from '../../support/invariants/sealing.ts';
import {
  ACTOR,
  erased,
  expectBooksInOrder,
  findDigits,
  KEYS,
  requested,
  runOnce,
} from '../../support/privacy/fixture.ts';

/** The number of every purchase of these histories. */
const NUMBER = '+2348031234567';
const DIGITS = NUMBER.slice(4);
const DAY: UtcDay = '2026-03-01';
const NEXT: UtcDay = '2026-03-02';

let database: PooledDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await openTestDatabase({ max: 4 });
  pool = database.pool;
  await setClock(pool, at(NEXT, '18:00'));
});
afterAll(() => database.close());

function at(day: UtcDay, time: `${number}:${number}`): Date {
  return new Date(`${day}T${time}:00.000Z`);
}

/** A charge on a closed day that is refunded on the next one, and a failure. */
async function writeHistory(): Promise<AccountId> {
  const account = await openAccount(pool, at(DAY, '08:00'));
  await fund(pool, account, 10_000, at(DAY, '08:01'));
  const reversed = await buy(pool, account, { price: 300, at: at(DAY, '10:00') });
  await succeed(pool, reversed, at(DAY, '10:01'));
  const failed = await buy(pool, account, { price: 500, at: at(DAY, '11:00') });
  await fail(pool, failed, at(DAY, '11:01'));
  await sealDay(pool, account, DAY);
  await reverse(pool, reversed, at(NEXT, '10:00'));
  return account;
}

const query = async (text: string, account: AccountId) =>
  (await pool.query({ text, values: [uuidOf('acc', account)] })).rows;
const lines = (account: AccountId) =>
  query(
    'SELECT seq, amount, balance_after, reference, phone_number FROM statement_lines WHERE account_id = $1 ORDER BY seq',
    account,
  );

describe('the erasure of a number', () => {
  it('replaces it in all records of the account, of closed days too, and keeps the books', async () => {
    const [account, other] = [await writeHistory(), await writeHistory()];
    const before = await lines(account);
    const statement = await readStatement(pool, account, DAY);
    const pseudonym = await erased(pool, account, NUMBER);

    expect(await lines(account)).toEqual(
      before.map((line) => (line.phone_number === null ? line : { ...line, phone_number: pseudonym })),
    );
    expect(await findDigits(pool, account, DIGITS)).toEqual([]);
    expect(await findDigits(pool, other, DIGITS)).toEqual([
      'purchases.phone_number',
      'statement_lines.phone_number',
    ]);
    expect(await readStatement(pool, account, DAY)).toEqual(statement);
    await expectBooksInOrder(pool);
    const [done] = await query(
      'SELECT purchases, statement_lines, sealed_number FROM erasures WHERE account_id = $1',
      account,
    );
    expect(done).toEqual({ purchases: 2, statement_lines: 2, sealed_number: null });
  });

  it('gives a closed day a new seal that follows the one before, also for a second number', async () => {
    const account = await writeHistory();
    const [first] = await query('SELECT seal FROM statements WHERE account_id = $1', account);
    await erased(pool, account, NUMBER);
    const reseals =
      'SELECT number, former_seal, seal, lines FROM statement_reseals WHERE account_id = $1 ORDER BY number';
    const [resealed] = await query(reseals, account);
    expect(resealed).toMatchObject({ number: 1, lines: 1, former_seal: first.seal });
    expect(resealed.seal).not.toEqual(first.seal);
    await expectBooksInOrder(pool);
  });

  it('stops at a closed day that is not as it was sealed', async () => {
    const account = await writeHistory();
    await pool.query('ALTER TABLE statement_lines DISABLE TRIGGER USER');
    await query(
      `UPDATE statement_lines SET bundle_id = 'bnd_2gb' WHERE account_id = $1 AND seq = 2`,
      account,
    );
    await pool.query('ALTER TABLE statement_lines ENABLE TRIGGER USER');
    const erasure = await requested(pool, account, NUMBER);
    await expect(runOnce(pool, erasure)).rejects.toThrow(/on 2026-03-01 are not those that were sealed/);
    const kept = (await lines(account)).map(({ phone_number }) => phone_number);
    expect(kept).toEqual([null, NUMBER, expect.any(String)]);
    await pool.query('ALTER TABLE statement_lines DISABLE TRIGGER USER');
    await query(
      `UPDATE statement_lines SET bundle_id = 'bnd_1gb' WHERE account_id = $1 AND seq = 2`,
      account,
    );
    await pool.query('ALTER TABLE statement_lines ENABLE TRIGGER USER');
    expect(await runOnce(pool, erasure)).toBe(true);
    await expectBooksInOrder(pool);
  });

  it('waits while a day has ended and is not closed', async () => {
    const account = await writeHistory();
    await query(`UPDATE accounts SET sealed_until = '2026-03-03Z' WHERE id = $1`, account);
    const erasure = await requested(pool, account, NUMBER);
    expect(await runOnce(pool, erasure)).toBe(false);
    expect((await findErasure(pool, account, erasure.id))?.waitsFor).toBe('closing');
    await sealDay(pool, account, NEXT);
    expect(await runOnce(pool, erasure)).toBe(true);
    expect(await findDigits(pool, account, DIGITS)).toEqual([]);
    await expectBooksInOrder(pool);
  });

  it('is refused while a purchase for the number is open', async () => {
    const account = await writeHistory();
    const pending = await buy(pool, account, { price: 100, at: at(NEXT, '17:59') });
    const refused = await requestErasure(pool, KEYS, account, NUMBER, ACTOR);
    expect(refused).toEqual({
      kind: 'open',
      open: { kind: 'purchase', purchaseId: pending, until: new Date(at(NEXT, '17:59').getTime() + 900_000) },
    });
    await fail(pool, pending, at(NEXT, '18:00'), 'network_timeout');
    await inquireLate(pool, pending, at(NEXT, '18:00'));
    const inquired = await requestErasure(pool, KEYS, account, NUMBER, ACTOR);
    expect(inquired).toMatchObject({ kind: 'open', open: { kind: 'late_inquiry', purchaseId: pending } });
    expect(await query('SELECT id FROM erasures WHERE account_id = $1', account)).toEqual([]);

    await pool.query('UPDATE late_inquiries SET ended_at = app_now()');
    await erased(pool, account, NUMBER);
    expect(await findDigits(pool, account, DIGITS)).toEqual([]);
  });

  it('waits for a purchase that is made meanwhile, and erases it too', async () => {
    const account = await writeHistory();
    const erasure = await requested(pool, account, NUMBER);
    const made = await buy(pool, account, { price: 100, at: at(NEXT, '17:59') });
    expect(await runOnce(pool, erasure)).toBe(false);
    expect((await findErasure(pool, account, erasure.id))?.waitsFor).toBe('purchase');
    await succeed(pool, made, at(NEXT, '18:00'));
    expect(await runOnce(pool, erasure)).toBe(true);
    expect(await findDigits(pool, account, DIGITS)).toEqual([]);
    await expectBooksInOrder(pool);
  });

  it('is one erasure, however often it is requested, and gives a number the same pseudonym again', async () => {
    const account = await writeHistory();
    const all = await Promise.all([1, 2, 3, 4].map(() => requestErasure(pool, KEYS, account, NUMBER, ACTOR)));
    const ids = new Set(all.map((stored) => (stored.kind === 'stored' ? stored.erasure.id : null)));
    expect(ids.size).toBe(1);
    expect(all.filter((stored) => stored.kind === 'stored' && stored.isNew).length).toBe(1);
    const eraser = createEraser(pool, KEYS);
    const { signal } = new AbortController();
    await Promise.all([
      eraser.run(signal, [...ids][0] ?? undefined),
      eraser.run(signal, [...ids][0] ?? undefined),
    ]);
    expect(await findDigits(pool, account, DIGITS)).toEqual([]);
    const [counted] = await query(
      'SELECT purchases, statement_lines, pseudonym FROM erasures WHERE account_id = $1',
      account,
    );
    expect(counted).toMatchObject({ purchases: 2, statement_lines: 2 });

    const later = await buy(pool, account, { price: 100, at: at(NEXT, '17:59') });
    await succeed(pool, later, at(NEXT, '18:00'));
    expect(await erased(pool, account, NUMBER)).toBe(counted.pseudonym);
    await expectBooksInOrder(pool);
  });
});

describe('a statement line', () => {
  const change = async (account: AccountId, set: string) => {
    const tx = await pool.connect();
    try {
      await tx.query('BEGIN');
      await tx.query(`SET LOCAL bundlewire.erasing = 'on'`);
      await tx.query({
        text: `UPDATE statement_lines SET ${set} WHERE account_id = $1 AND seq = 2`,
        values: [uuidOf('acc', account)],
      });
    } finally {
      await tx.query('ROLLBACK');
      tx.release();
    }
  };

  it('can be changed by nothing but an erasure that is under way', async () => {
    const account = await writeHistory();
    const { pseudonym } = await requested(pool, account, NUMBER);
    await expect(
      query(`UPDATE statement_lines SET phone_number = '${pseudonym}' WHERE account_id = $1`, account),
    ).rejects.toThrow(/append-only/);
    await expect(change(account, `phone_number = '+2348030000001'`)).rejects.toThrow(
      /only the number of an erasure/,
    );
    await expect(change(account, `phone_number = '+999000000000001'`)).rejects.toThrow(
      /only the number of an erasure/,
    );
    await expect(change(account, `phone_number = '${pseudonym}', amount = -1`)).rejects.toThrow(
      /only the number of an erasure/,
    );
    await expect(change(account, `phone_number = '${pseudonym}'`)).resolves.toBeUndefined();
  });
});
