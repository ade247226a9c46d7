import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { from as copyFrom } from 'pg-copy-streams';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { detachMonth, listMonths } from '../../../db/months/archive.ts';
import { knownQuery } from '../../../db/purchases/accept.ts';
import { uuidOf } from '../../../domain/ids.ts';
import { verifyInvariants } from '../../../services/invariants/verify.ts';
import { type OldMonth, openOldMonth } from '../../support/old-month.ts';

let month: OldMonth;
let db: OldMonth['db'];
let folder: string;
beforeEach(async () => {
  month = await openOldMonth();
  ({ db, folder } = month);
});
afterEach(() => month.close());

/** All rows of a table as text, sorted. */
async function rowsOf(table: string): Promise<string[]> {
  const { rows } = await db.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t ORDER BY 1`);
  return rows.map(({ row }) => row);
}

describe('a month in which something is open', () => {
  it('stays, with the reasons', async () => {
    const before = await month.count('purchases');
    const outcome = (await month.archive()).find(({ subject }) => subject === 'purchases');
    expect(outcome).toMatchObject({
      kind: 'open',
      subject: 'purchases',
      why: expect.arrayContaining([
        'a purchase is pending',
        'a late inquiry has not ended',
        'a late confirmation is undecided',
        'an event about a purchase of it is kept',
        'something about a purchase waits in the outbox',
      ]),
    });
    expect(await month.count('purchases')).toBe(before);
  });

  it('is not taken when something became open after the first look', async () => {
    const [old] = await listMonths(db, 'purchases');
    if (old === undefined) throw new Error('there is no month');
    expect(await detachMonth(db, 'purchases', old)).toContain('a purchase is pending');
    expect(await listMonths(db, 'purchases')).toContainEqual(old);
    expect(await month.count('archived_months')).toBe(0);
  });

  it('is not taken while a number is erased', async () => {
    await month.endEverything();
    await db.query({
      text: `
        INSERT INTO erasures (id, account_id, pseudonym, sealed_number, requested_at, next_run_at)
        VALUES (uuidv7(), $1, '+999000000000001', '\\x00', app_now(), app_now())`,
      values: [uuidOf('acc', month.history.account)],
    });
    expect(await month.archive()).toMatchObject([
      { kind: 'open', subject: 'events', why: ['the erasure of a number is under way'] },
      {
        kind: 'open',
        subject: 'purchases',
        why: expect.arrayContaining(['the erasure of a number is under way']),
      },
    ]);
  });
});

describe('a month in which all has ended', () => {
  beforeEach(() => month.endEverything());

  it('leaves the database for files that have every row', async () => {
    const tables = ['purchases', 'submissions', 'late_confirmations', 'late_inquiries', 'events'];
    const before = new Map<string, string[]>();
    for (const table of tables) before.set(table, await rowsOf(table));
    const outcomes = await month.archive();

    const files = outcomes.flatMap((outcome) => (outcome.kind === 'archived' ? outcome.files : []));
    for (const table of tables) {
      expect(await month.count(table), table).toBe(0);
      const file = files.find(({ name }) => name.startsWith(`${table}_20`));
      expect(file?.rows, table).toBe(before.get(table)?.length);

      // Read back as an operator would: into a table like it.
      await db.query(`CREATE TEMPORARY TABLE back_${table} (LIKE ${table})`);
      const into = db.query(copyFrom(`COPY back_${table} FROM STDIN (FORMAT csv, HEADER MATCH)`));
      await pipeline(createReadStream(join(folder, file?.name ?? '')), createGunzip(), into);
      expect(await rowsOf(`back_${table}`), table).toEqual(before.get(table));
    }
  });

  it('takes nothing from the books: every invariant holds, and statements have their lines', async () => {
    const lines = await rowsOf('statement_lines');
    await month.archive();
    expect(await rowsOf('statement_lines')).toEqual(lines);
    const { results } = await verifyInvariants({
      pool: month.pool,
      temporal: { isRunning: async () => new Set() },
      books: [month.history.book],
      recheckAfterMs: 0,
    });
    expect(results.filter(({ kind }) => kind !== 'holds')).toEqual([]);
  });

  it('keeps references taken, so that a repeated request buys nothing', async () => {
    const { account, successful } = month.history;
    const { rows } = await db.query<{ reference: string }>({
      text: 'SELECT reference FROM purchases WHERE id = $1',
      values: [uuidOf('pur', successful)],
    });
    await month.archive();
    const known = await db.query(knownQuery(account, [rows[0]?.reference ?? ''], []));
    expect(known.rows).toEqual([{ key: rows[0]?.reference, id: uuidOf('pur', successful), value: '' }]);
  });

  it('takes its rows in default partitions along', async () => {
    await db.query(`
      DROP TABLE submissions_2026_03;
      INSERT INTO submissions (purchase_id, attempt, sent_at) SELECT id, 1, created_at FROM purchases`);
    const before = await month.count('submissions_default');
    expect(before).toBeGreaterThan(0);
    const files = (await month.archive()).flatMap((outcome) =>
      outcome.kind === 'archived' ? outcome.files : [],
    );
    expect(files).toContainEqual(
      expect.objectContaining({ name: 'submissions_default_2026_03.csv.gz', rows: before }),
    );
    expect(await month.count('submissions')).toBe(0);
  });

  it('leaves the rows of a campaign that a recurring campaign buys again', async () => {
    const { account, origin } = month.history;
    expect(await month.count('batch_rows')).toBe(2);
    await db.query({
      text: `
        INSERT INTO recurrences (id, account_id, reference, source_id, time_zone, minute, approved_cost, currency, created_at)
        VALUES (uuidv7(), $1, 'weekly', $2, 'UTC', 0, 100, 'NGN', app_now())`,
      values: [uuidOf('acc', account), uuidOf('bat', origin)],
    });
    await month.archive();
    const { rows } = await db.query('SELECT batch_id AS id FROM batch_rows');
    expect(rows).toEqual([{ id: uuidOf('bat', origin) }]);
  });
});
