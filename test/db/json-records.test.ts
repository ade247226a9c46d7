import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonRecord, toJsonRecord, toJsonRecords } from '../../db/json-records.ts';
import { openTestDatabase, type PooledDatabase } from '../support/database.ts';

let database: PooledDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await openTestDatabase({ max: 1 });
  pool = database.pool;
});
afterAll(() => database.close());

const read = async (columns: string, records: readonly JsonRecord[]) => {
  const { rows } = await pool.query({
    text: `SELECT * FROM json_to_recordset($1) AS r (${columns})`,
    values: [toJsonRecords(records)],
  });
  return rows;
};

/** Column type, the value written, and the value read if it differs. */
const EXACT: [string, JsonRecord[string], unknown?][] = [
  ['bigint', Number.MAX_SAFE_INTEGER],
  ['bigint', Number.MIN_SAFE_INTEGER],
  ['int', -1],
  ['boolean', false],
  ['text', `"quoted" \\u0041 {braces} 'n' ₦\n`],
  ['text', ''],
  ['text', 'half a pair \ud83d', 'half a pair \ufffd'],
  ['text[]', ['a,b', '"', 'NULL', '']],
  ['timestamptz', new Date('2026-02-28T23:59:59.999Z')],
  ['timestamptz', new Date('0001-01-01T00:00:00.000Z')],
  ['bytea', Buffer.from([0, 92, 255])],
  ['bytea', Buffer.alloc(0)],
];

it.each(EXACT)('%s keeps its value', async (type, written, expected = written) => {
  expect(await read(`value ${type}`, [{ value: written }])).toEqual([{ value: expected }]);
});

it.each(['uuid', 'text', 'bigint', 'timestamptz', 'bytea', 'text[]'])('%s may be null', async (type) => {
  expect(await read(`value ${type}`, [{ value: null }])).toEqual([{ value: null }]);
});

it('records keep their order, and a column is found by its name', async () => {
  const records = [
    { id: 2, name: 'second' },
    { name: 'first', id: 1 },
  ];
  expect(await read('name text, id int', records)).toEqual([
    { name: 'second', id: 2 },
    { name: 'first', id: 1 },
  ]);
  expect(await read('name text, id int', [])).toEqual([]);
});

it('a single record is read with json_to_record', async () => {
  const { rows } = await pool.query({
    text: 'SELECT * FROM json_to_record($1) AS r (amount bigint)',
    values: [toJsonRecord({ amount: -1 })],
  });
  expect(rows).toEqual([{ amount: -1 }]);
});

it('json sent as text keeps the order of its keys, and escapes that a record cannot hold', async () => {
  const json = '{"b":1,"a":"\\u0000","10":"\\ud800"}';
  const { rows } = await pool.query({
    text: 'SELECT value::json::text AS value FROM json_to_recordset($1) AS r (value text)',
    values: [toJsonRecords([{ value: json }])],
  });
  expect(rows).toEqual([{ value: json }]);
});

describe('a value without an exact text is rejected', () => {
  const INEXACT = [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, new Date(Number.NaN)];
  it.each(INEXACT)('%s', (value) => {
    expect(() => toJsonRecords([{ value }])).toThrow(RangeError);
  });
});
