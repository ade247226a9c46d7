import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type PooledDatabase } from '../support/database.ts';

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'privacy.md');
const CLASSES = ['number', 'hash', 'person', 'free', 'none'];

let database: PooledDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** A column of the inventory, with its class. */
interface Classified {
  readonly column: string;
  readonly kind: string;
}

function readInventory(): Classified[] {
  const page = readFileSync(PAGE, 'utf8');
  const part = page.slice(page.indexOf('<!-- inventory -->'), page.indexOf('<!-- end of inventory -->'));
  return [...part.matchAll(/^\| `(\w+)` \| (.+?) \| (\w+) \|/gm)].flatMap(
    ([, table = '', columns = '', kind = '']) =>
      [...columns.matchAll(/`(\w+)`/g)].map(([, column = '']) => ({ column: `${table}.${column}`, kind })),
  );
}

/** Columns that can hold a number, a name or an address: all but those of numbers, times, flags and ids. */
async function readTextColumns(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(`
    SELECT c.table_name || '.' || c.column_name AS name
      FROM information_schema.columns c
      JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
     WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
       -- A month has the columns of its table.
       AND NOT EXISTS (SELECT FROM pg_class p WHERE p.relname = c.table_name AND p.relispartition)
       AND c.udt_name NOT IN ('uuid', 'bool', 'int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'date', 'timestamp', 'timestamptz',
                              '_int2', '_int4', '_int8', '_uuid')
     ORDER BY 1`);
  return rows.map(({ name }) => name);
}

it('docs/privacy.md classifies every column that can hold personal data', async () => {
  const columns = await readTextColumns();
  expect(columns.length).toBeGreaterThan(100);
  const inventory = readInventory();
  expect(inventory.map(({ column }) => column).toSorted()).toEqual(columns.toSorted());
  expect([...new Set(inventory.map(({ kind }) => kind))].toSorted()).toEqual(CLASSES.toSorted());
});

it('docs/privacy.md names the columns that have a phone number by their name', async () => {
  const named = (await readTextColumns()).filter((column) => /\.(phone_number|number)$/.test(column));
  const kinds = new Map(readInventory().map(({ column, kind }) => [column, kind]));
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter((column) => kinds.get(column) !== 'number')).toEqual([]);
});
