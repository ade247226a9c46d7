import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '../../../db/pool.ts';
import { readLinePage, readLineRange, streamStatementLines } from '../../../db/statements/lines.ts';
import { type AccountId, uuidOf } from '../../../domain/ids.ts';
import type { StatementLine, UtcDay } from '../../../domain/money/statement.ts';
import { createHistoryFixture, type HistoryFixture } from '../../support/invariants/fixture.ts';
import { fund, openAccount, setClock } from '../../support/invariants/history.ts';
import { at, EMPTY_DAY, FIRST_DAY, TODAY } from '../../support/invariants/standard-history.ts';

let fixture: HistoryFixture;
beforeAll(async () => {
  fixture = await createHistoryFixture();
});
afterAll(() => fixture.close());

async function linesOf(account: AccountId, day: UtcDay, pageSize: number): Promise<StatementLine[]> {
  const lines: StatementLine[] = [];
  for await (const page of streamStatementLines(fixture.pool, account, day, pageSize)) lines.push(...page);
  return lines;
}

describe('the lines of a day', () => {
  it('[line.fields] have the fields of the contract', async () => {
    const [charge] = await linesOf(fixture.history.account, TODAY, 10);
    expect(charge).toEqual({
      seq: 3,
      id: fixture.history.lines[2],
      type: 'purchase',
      occurredAt: at(TODAY, '09:01'),
      amount: -700,
      currency: 'NGN',
      balanceAfter: 99_000,
      purchaseId: fixture.history.successful,
      reference: `order-${fixture.history.successful.slice(-12)}`,
      phoneNumber: '+2348031234567',
      bundleId: 'bnd_1gb',
    });
  });

  it('come complete and in order, whatever the page size', async () => {
    for (const pageSize of [1, 2, 3, 100]) {
      const lines = await linesOf(fixture.history.account, TODAY, pageSize);
      expect(lines.map(({ seq }) => seq)).toEqual([3, 4, 5]);
    }
    expect(await linesOf(fixture.history.account, EMPTY_DAY, 100)).toEqual([]);
  });

  it('are those at the time when reading started', async () => {
    const account = await openAccount(fixture.pool, at(TODAY, '08:00'));
    for (const amount of [1, 2, 3]) await fund(fixture.pool, account, amount, at(TODAY, '09:00'));
    const amounts: number[] = [];
    for await (const page of streamStatementLines(fixture.pool, account, TODAY, 1)) {
      amounts.push(...page.map((line) => line.amount));
      await fund(fixture.pool, account, 100, at(TODAY, '10:00'));
    }
    expect(amounts).toEqual([1, 2, 3]);
  });

  it('are read page by page after the last seq of the page before', async () => {
    const first = await readLinePage(fixture.pool, fixture.history.account, TODAY, null, 2);
    expect([first.lines.map(({ seq }) => seq), first.nextAfterSeq]).toEqual([[3, 4], 4]);
    const second = await readLinePage(fixture.pool, fixture.history.account, TODAY, 4, 2);
    expect([second.lines.map(({ seq }) => seq), second.nextAfterSeq]).toEqual([[5], null]);
    const beyond = await readLinePage(fixture.pool, fixture.history.account, TODAY, 5, 2);
    expect([beyond.lines, beyond.nextAfterSeq]).toEqual([[], null]);
    expect(await readLinePage(fixture.pool, fixture.history.account, EMPTY_DAY, null, 2)).toEqual({
      lines: [],
      nextAfterSeq: null,
    });
  });

  it('of an earlier day are not reached by a cursor of a later day', async () => {
    const page = await readLinePage(fixture.pool, fixture.history.account, FIRST_DAY, 4, 2);
    expect([page.lines, page.nextAfterSeq]).toEqual([[], null]);
  });
});

describe('a long history', () => {
  it('is not read to find one day in it', async () => {
    const account = await openAccount(fixture.pool, at(FIRST_DAY, '08:00'));
    await fixture.pool.query({
      text: `
        INSERT INTO statement_lines (account_id, seq, id, type, occurred_at, amount, currency, balance_after)
        SELECT $1, seq, gen_random_uuid(), 'funding', $2::timestamptz + seq * interval '5 seconds', 1, 'NGN', seq
          FROM generate_series(1, 30000) AS lines (seq)`,
      values: [uuidOf('acc', account), at(FIRST_DAY, '08:00')],
    });
    await fixture.pool.query('ANALYZE statement_lines');
    await setClock(fixture.pool, at(TODAY, '18:00'));

    const read = await counted((db) => readLineRange(db, account, EMPTY_DAY));
    expect(read.result).toEqual({ firstSeq: 11_520, lastSeq: 28_799 });
    expect(read.rows).toBeLessThan(50);
    const page = await counted((db) => readLinePage(db, account, EMPTY_DAY, 20_000, 25));
    expect(page.result.lines.map(({ seq }) => seq)).toEqual(Array.from({ length: 25 }, (_, n) => 20_001 + n));
    expect(page.rows).toBeGreaterThanOrEqual(25);
    expect(page.rows).toBeLessThan(100);
  });
});

/** The result of a read, and how many entries of statement_lines and its indexes it read. */
async function counted<T>(read: (db: Pool) => Promise<T>): Promise<{ result: T; rows: number }> {
  // One connection, because each keeps its counters until they are flushed.
  const single = createPool(fixture.url, { max: 1, applicationName: 'test' });
  try {
    const before = await rowsRead(single);
    const result = await read(single);
    return { result, rows: (await rowsRead(single)) - before };
  } finally {
    await single.end();
  }
}

async function rowsRead(db: Pool): Promise<number> {
  await db.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await db.query<{ read: number }>({
    text: `
      SELECT t.seq_tup_read + sum(i.idx_tup_read)::bigint AS read
        FROM pg_stat_user_tables t
        JOIN pg_stat_user_indexes i USING (relid)
       WHERE t.relname = 'statement_lines'
       GROUP BY t.seq_tup_read`,
  });
  return rows[0]?.read ?? 0;
}
