import { Readable } from 'node:stream';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPool } from '../../../db/pool.ts';
import { seedNigeria } from '../../../services/catalogue/demo/seed.ts';
import { importPortedNumbers } from '../../../services/numbers/import-porting.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

const HEADER = 'phone_number,network_id\n';
const MTN = 'net_mtn_ng';
const GLO = 'net_glo_ng';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { max: 3, applicationName: 'test', statementTimeoutMs: 300_000 });
  await seedNigeria(pool);
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

beforeEach(async () => {
  await pool.query('TRUNCATE ported_numbers');
  await pool.query(
    `INSERT INTO ported_numbers (phone_number, network_id, imported_at)
     VALUES ('+2348030000001', '${GLO}', '2026-01-01'), ('+2348030000002', '${GLO}', '2026-01-01')`,
  );
});

function importText(text: string | Buffer, replace = false, pieceBytes = 7) {
  const bytes = Buffer.from(text);
  const pieces = function* () {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  };
  return importPortedNumbers(pool, Readable.from(pieces()), { operator: 'test', reason: 'test', replace });
}

async function stored(): Promise<[string, string][]> {
  const { rows } = await pool.query<{ phone_number: string; network_id: string }>(
    'SELECT phone_number, network_id FROM ported_numbers ORDER BY phone_number',
  );
  return rows.map((row) => [row.phone_number, row.network_id]);
}

const BEFORE = [
  ['+2348030000001', GLO],
  ['+2348030000002', GLO],
];

describe('an import of ported numbers', () => {
  it('adds and changes, leaves the rest, and is recorded', async () => {
    const file = `${HEADER}+2348030000002,${MTN}\n+2348030000003,other\n+2348030000001,${GLO}\n`;
    expect(await importText(file)).toEqual({ kind: 'imported', rows: 3, added: 1, changed: 1, removed: 0 });
    expect(await stored()).toEqual([
      ['+2348030000001', GLO],
      ['+2348030000002', MTN],
      ['+2348030000003', 'other'],
    ]);
    const { rows } = await pool.query(
      `SELECT after AS details FROM audit_log WHERE action = 'porting_import' ORDER BY at DESC, id DESC LIMIT 1`,
    );
    expect(rows).toEqual([{ details: { rows: 3, added: 1, changed: 1, removed: 0, replace: false } }]);
  });

  it('that replaces takes out what is not in the file', async () => {
    const file = `${HEADER}+2348030000003,${MTN}\n`;
    expect(await importText(file, true)).toMatchObject({ added: 1, removed: 2 });
    expect(await stored()).toEqual([['+2348030000003', MTN]]);
  });

  it('of the same file again changes nothing', async () => {
    const file = `${HEADER}+2348030000003,${MTN}\n`;
    await importText(file);
    expect(await importText(file)).toEqual({ kind: 'imported', rows: 1, added: 0, changed: 0, removed: 0 });
  });

  it.each([
    ['a byte order mark', `\ufeff${HEADER}+2348030000003,${MTN}\n`],
    ['CRLF', `${HEADER}+2348030000003,${MTN}\n`.replaceAll('\n', '\r\n')],
    ['quotes', `${HEADER}"+2348030000003","${MTN}"\n`],
    ['blank lines', `${HEADER}\n\n+2348030000003,${MTN}\n\n`],
    ['no line break at its end', `${HEADER}+2348030000003,${MTN}`],
    ['the same row twice', `${HEADER}+2348030000003,${MTN}\n+2348030000003,${MTN}\n`],
  ])('takes a file with %s', async (_name, file) => {
    expect(await importText(file)).toMatchObject({ kind: 'imported', added: 1 });
  });

  it('reports every bad row by its line, and imports none of the good ones', async () => {
    const file = `${HEADER}+2348030000003,${MTN}\n2348030000004,${MTN}\n+2348030000005,net_mtm_ng\n+2348030000006\n+2348030000007,${MTN},x\n+2348030000008,${MTN}\n`;
    expect(await importText(file, true)).toEqual({
      kind: 'refused',
      badRows: 4,
      first: [
        { line: 3, message: 'phone_number must be E.164, like +2348031234567, not 2348030000004.' },
        {
          line: 4,
          message: 'There is no network net_mtm_ng. For a network that we do not sell, write other.',
        },
        { line: 5, message: 'The row has 1 cells instead of 2.' },
        { line: 6, message: 'The row has 3 cells instead of 2.' },
      ],
    });
    expect(await stored()).toEqual(BEFORE);
  });

  it('refuses a number on two networks, by both lines', async () => {
    const file = `${HEADER}+2348030000003,${MTN}\n+2348030000004,${MTN}\n+2348030000003,${GLO}\n`;
    expect(await importText(file)).toEqual({
      kind: 'refused',
      badRows: 1,
      first: [{ line: 4, message: '+2348030000003 is on another network in line 2.' }],
    });
    expect(await stored()).toEqual(BEFORE);
  });

  it.each([
    ['nothing', '', 'empty'],
    ['another header', `msisdn,operator\n+2348030000003,${MTN}\n`, 'header'],
    ['no header', `+2348030000003,${MTN}\n`, 'header'],
    ['an open quote', `${HEADER}+2348030000003,"${MTN}\n${'x'.repeat(5_000)}`, 'CSV'],
    ['bytes that are no text', Buffer.concat([Buffer.from(HEADER), Buffer.alloc(5_000, 0xff)]), ''],
  ])('refuses a file of %s, and takes nothing, even to replace', async (_name, file, word) => {
    const outcome = await importText(file, true);
    expect(outcome).toMatchObject({ kind: 'refused', badRows: 1 });
    expect(JSON.stringify(outcome)).toContain(word);
    expect(await stored()).toEqual(BEFORE);
  });

  it('shows the first hundred bad rows and counts them all', async () => {
    const outcome = await importText(HEADER + 'x,y\n'.repeat(1_000), false, 1_024);
    expect(outcome).toMatchObject({ kind: 'refused', badRows: 1_000 });
    expect(outcome.kind === 'refused' && outcome.first).toHaveLength(100);
  });

  it('whose file breaks off in reading takes nothing, and leaves the connection usable', async () => {
    const breaking = async function* () {
      yield Buffer.from(`${HEADER}${`+2348030000003,${MTN}\n`.repeat(20_000)}`);
      throw new Error('the disk is gone');
    };
    const options = { operator: 'test', reason: 'test', replace: true };
    await expect(importPortedNumbers(pool, breaking(), options)).rejects.toThrow('the disk is gone');
    expect(await stored()).toEqual(BEFORE);
    expect(await importText(`${HEADER}+2348030000003,${MTN}\n`)).toMatchObject({ kind: 'imported' });
  });

  it('becomes visible to readers as a whole: before its commit they read the table as it was', async () => {
    const seen = new Set<number>();
    let over = false;
    const watch = async () => {
      while (!over) seen.add((await stored()).length);
    };
    const watching = watch();
    const rows = Array.from({ length: 20_000 }, (_, n) => `+23480${String(30_100_000 + n)},${MTN}\n`);
    await importText(HEADER + rows.join(''), true, 64 * 1024);
    over = true;
    await watching;
    expect([...seen].filter((count) => count !== 2 && count !== 20_000)).toEqual([]);
  });
});
