import fc from 'fast-check';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyRows, createFrames } from '../../db/copy-rows.ts';
import { createPool } from '../../db/pool.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { max: 1, applicationName: 'test' });
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function rowsOf(select: string): Promise<string[]> {
  const rows: string[] = [];
  const client = await pool.connect();
  try {
    await copyRows(client, `COPY (${select}) TO STDOUT (FORMAT csv)`, (bytes, from, end) => {
      rows.push(bytes.toString('utf8', from, end));
    });
    client.release();
  } catch (error) {
    client.release(error instanceof Error ? error : true);
    throw error;
  }
  return rows;
}

async function answersAgain(): Promise<void> {
  const { rows } = await pool.query<{ one: number }>('SELECT 1 AS one');
  expect(rows).toEqual([{ one: 1 }]);
}

it('gives every row in order, short ones and those of many reads', async () => {
  const rows = await rowsOf(
    `SELECT i, repeat('ü', CASE WHEN i % 500 = 0 THEN 200000 ELSE i % 40 END) FROM generate_series(1, 3000) i`,
  );
  expect(rows).toHaveLength(3_000);
  rows.forEach((row, index) => {
    const i = index + 1;
    const text = 'ü'.repeat(i % 500 === 0 ? 200_000 : i % 40);
    expect(row).toBe(`${i},${text === '' ? '""' : text}\n`);
  });
  await answersAgain();
});

it('gives nothing of nothing', async () => {
  expect(await rowsOf('SELECT 1 WHERE false')).toEqual([]);
  await answersAgain();
});

it('passes over what PostgreSQL says in between', async () => {
  await pool.query(`
    CREATE FUNCTION said(i int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RAISE WARNING 'row %', i; RETURN i; END $$`);
  expect(await rowsOf('SELECT said(i) FROM generate_series(1, 50) i')).toHaveLength(50);
  await answersAgain();
});

it.each([
  ['at once', 'SELECT no_such_column', /no_such_column/],
  ['after many rows', 'SELECT 1 / (5000 - i) FROM generate_series(1, 6000) i', /division by zero/],
  ['by an end of the connection', 'SELECT pg_terminate_backend(pg_backend_pid())', /terminat/],
])('fails when PostgreSQL fails %s, and leaves the pool whole', async (_when, select, why) => {
  await expect(rowsOf(select)).rejects.toThrow(why);
  await answersAgain();
});

it('fails when a row cannot be taken', async () => {
  const client = await pool.connect();
  const taken = copyRows(client, 'COPY (SELECT 1) TO STDOUT', () => {
    throw new RangeError('not this one');
  });
  await expect(taken).rejects.toThrow('not this one');
  client.release(true);
  await answersAgain();
});

describe('the bytes of the protocol', () => {
  const message = (code: string, body: Buffer) => {
    const head = Buffer.alloc(5);
    head.write(code, 'latin1');
    head.writeUInt32BE(4 + body.length, 1);
    return Buffer.concat([head, body]);
  };
  const row = fc.uint8Array({ maxLength: 30 }).map((body) => Buffer.from(body));

  it('are read alike however they are cut', () => {
    fc.assert(
      fc.property(
        fc.array(row),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
        (rows, cuts) => {
          const end = message('c', Buffer.alloc(0));
          const messages = rows.flatMap((body, index) => [
            message('d', body),
            ...(index % 3 === 0 ? [message('N', body)] : []),
          ]);
          const bytes = Buffer.concat([message('H', Buffer.alloc(3)), ...messages, end]);
          const seen: Buffer[] = [];
          const frames = createFrames((given, from, to) => seen.push(Buffer.from(given.subarray(from, to))));
          let [at, cut] = [0, 0];
          while (at < bytes.length) {
            const size = cuts[cut++ % cuts.length] ?? 1;
            const chunk = Buffer.from(bytes.subarray(at, at + size));
            const used = frames(chunk);
            // What was read is overwritten by the next read.
            chunk.fill(0);
            at += used;
            if (used < Math.min(size, bytes.length - at + used)) break;
          }
          expect(bytes.length - at).toBe(end.length);
          expect(seen).toEqual(rows);
        },
      ),
    );
  });
});
