import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { detachMonth, listMonths } from '../../../db/months/archive.ts';
import { knownQuery } from '../../../db/purchases/accept.ts';
import { uuidOf } from '../../../domain/ids.ts';
import { verifyInvariants } from '../../../services/invariants/verify.ts';
import { archiveMonths, type MonthOutcome } from '../../../services/months/archive-months.ts';
import { openTestDatabase, type PooledDatabase } from '../../support/database.ts';
import { type StandardHistory, writeStandardHistory } from '../../support/invariants/standard-history.ts';
import { makePastMonth } from '../../support/months.ts';

let fixture: PooledDatabase & { readonly history: StandardHistory };
let db: Client;
let folder: string;
beforeEach(async () => {
  const database = await openTestDatabase();
  await makePastMonth(database.pool, '2026-03');
  fixture = { ...database, history: await writeStandardHistory(database.pool) };
  db = new Client({ connectionString: fixture.url });
  await db.connect();
  folder = mkdtempSync(join(tmpdir(), 'archive-'));
});
afterEach(async () => {
  await db.end();
  await fixture.close();
  rmSync(folder, { recursive: true });
});

const KEEP = { purchases: 3, events: 3 };

/** The history is of March. */
const NOW = new Date('2026-07-01T00:00Z');

async function archive(to = folder): Promise<MonthOutcome[]> {
  const outcomes: MonthOutcome[] = [];
  await archiveMonths(db, to, KEEP, NOW, (outcome) => outcomes.push(outcome));
  return outcomes;
}

/** As after the time that late inquiries and operators had. */
async function endEverything(): Promise<void> {
  const { queued, running } = fixture.history;
  await db.query({
    text: `
      UPDATE purchases SET status = 'failed', completed_at = app_now(), failure_code = 'network_timeout'
       WHERE id = ANY ($1::uuid[])`,
    values: [[queued, running].map((id) => uuidOf('pur', id))],
  });
  await db.query(`
    INSERT INTO events (id, account_id, type, subject_id, created_at, body)
    SELECT uuidv7('2026-03-03Z' - clock_timestamp()), p.account_id, 'purchase.failed', p.id, app_now(), '{}'
      FROM purchases p
     WHERE NOT EXISTS (SELECT FROM events e WHERE e.subject_id = p.id)`);
  await db.query('UPDATE accounts SET available = available + held, held = 0');
  await db.query(`UPDATE late_inquiries SET ended_at = app_now(), outcome = 'unknown'`);
  await db.query(`UPDATE late_confirmations SET resolved_at = app_now(), resolution = 'absorbed'`);
  await db.query('DELETE FROM outbox');
}

async function count(table: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
  return rows[0]?.count ?? Number.NaN;
}

/** All rows of a table as text, sorted. */
async function rowsOf(table: string): Promise<string[]> {
  const { rows } = await db.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t ORDER BY 1`);
  return rows.map(({ row }) => row);
}

describe('a month in which something is open', () => {
  it('stays, with the reasons', async () => {
    const before = await count('purchases');
    const [outcome] = await archive();
    expect(outcome).toMatchObject({
      kind: 'open',
      subject: 'purchases',
      why: expect.arrayContaining([
        'a purchase is pending',
        'a late inquiry has not ended',
        'a late confirmation is undecided',
        'something about a purchase waits in the outbox',
      ]),
    });
    expect(await count('purchases')).toBe(before);
  });

  it('is not taken when something became open after the first look', async () => {
    const [month] = await listMonths(db, 'purchases');
    if (month === undefined) throw new Error('there is no month');
    expect(await detachMonth(db, 'purchases', month)).toContain('a purchase is pending');
    expect(await listMonths(db, 'purchases')).toContainEqual(month);
    expect(await count('archived_months')).toBe(0);
  });
});

describe('a month in which all has ended', () => {
  beforeEach(endEverything);

  it('leaves the database for files that have every row', async () => {
    const tables = ['purchases', 'submissions', 'late_confirmations', 'late_inquiries', 'events'];
    const before = new Map<string, string[]>();
    for (const table of tables) before.set(table, await rowsOf(table));
    const outcomes = await archive();

    const files = outcomes.flatMap((outcome) => (outcome.kind === 'archived' ? outcome.files : []));
    for (const table of tables) {
      expect(await count(table), table).toBe(0);
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
    await archive();
    expect(await rowsOf('statement_lines')).toEqual(lines);
    const { results } = await verifyInvariants({
      pool: fixture.pool,
      temporal: { isRunning: async () => new Set() },
      books: [fixture.history.book],
      recheckAfterMs: 0,
    });
    expect(results.filter(({ kind }) => kind !== 'holds')).toEqual([]);
  });

  it('keeps references taken, so that a repeated request buys nothing', async () => {
    const { account, successful } = fixture.history;
    const { rows } = await db.query<{ reference: string }>({
      text: 'SELECT reference FROM purchases WHERE id = $1',
      values: [uuidOf('pur', successful)],
    });
    await archive();
    const known = await db.query(knownQuery(account, [rows[0]?.reference ?? ''], []));
    expect(known.rows).toEqual([{ key: rows[0]?.reference, id: uuidOf('pur', successful), value: '' }]);
  });

  it('is finished by the next run if its files could not be written', async () => {
    await expect(archive(join(folder, 'missing'))).rejects.toThrow('ENOENT');
    expect(await count('purchases')).toBe(0);
    const outcomes = await archive();
    expect(outcomes.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['archived', 'purchases'],
      ['archived', 'events'],
    ]);
    expect(await count('archived_months WHERE archived_at IS NULL')).toBe(0);
    expect(await archive()).toEqual([]);
  });

  it('is not removed if a file has changed since it was written', async () => {
    await db.query(`
      CREATE FUNCTION stop() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the server went away'; END $$;
      CREATE TRIGGER stop BEFORE DELETE ON late_inquiries FOR EACH ROW EXECUTE FUNCTION stop()`);
    await expect(archive()).rejects.toThrow('the server went away');
    await db.query('DROP TRIGGER stop ON late_inquiries');
    const { rows } = await db.query<{ files: { name: string }[] }>('SELECT files FROM archived_months');
    const name = rows[0]?.files[0]?.name ?? '';
    const content = readFileSync(join(folder, name));

    writeFileSync(join(folder, name), 'changed');
    await expect(archive()).rejects.toThrow(`${name} in ${folder} is not the file that was exported`);
    expect(await count('late_inquiries')).toBeGreaterThan(0);

    writeFileSync(join(folder, name), content);
    expect((await archive()).map(({ kind }) => kind)).toEqual(['archived', 'archived']);
    expect(await count('late_inquiries')).toBe(0);
  });
});
