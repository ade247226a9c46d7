import type { ClientBase } from 'pg';
import { stopAutovacuum } from '../autovacuum.ts';
import { AS_MIGRATED, MILLION, rowsOf, SMALL, VALUES } from './tables.ts';

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  /** The values that a CHECK allows; empty if any. */
  readonly allowed: readonly string[];
}

const COLUMNS = `
  SELECT c.relname AS "table", a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, NOT a.attnotnull AS nullable,
         coalesce((SELECT array_agg(m[1])
                     FROM pg_constraint k, regexp_matches(pg_get_constraintdef(k.oid), '''(\\w+)''::text', 'g') m
                    WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]
                      AND pg_get_constraintdef(k.oid) LIKE '%ANY (ARRAY[%'), '{}') AS allowed
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
                       AND a.attidentity <> 'a'
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
   ORDER BY c.relname, a.attnum`;

/** An index of part of a table keeps its part. Of a table by month, the default partition has the made-up rows. */
const ENLARGE = `
  SELECT pg_restore_relation_stats('schemaname', 'public', 'relname', c.relname::text, 'relpages', c.relpages,
                                   'reltuples', (c.reltuples * $2 / t.reltuples)::real)
    FROM pg_class t
    JOIN pg_class c ON c.oid = t.oid OR c.oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = t.oid)
   WHERE t.oid = coalesce(to_regclass($3), $1::regclass)`;

/**
 * Fills all tables with made-up rows, and returns the names of those that grow. A fifth of the rows is of one account and of one
 * campaign. The tables that grow get statistics of a million rows: their distributions of values are measured, and only the number
 * of rows is not. So it takes seconds.
 */
export async function fillTables(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<Column>(COLUMNS);
  const tables = Map.groupBy(
    rows.filter(({ table }) => !AS_MIGRATED.includes(table)),
    ({ table }) => table,
  );
  // No trigger and no reference looks at the rows; what a CHECK asks of several columns is of no interest here.
  await client.query("SET session_replication_role = 'replica'");
  for (const [table, columns] of tables) {
    // It would count the rows again.
    await stopAutovacuum(client, table);
    await dropChecks(client, table);
    const names = columns.map(({ name }) => name).join(', ');
    const values = columns.map(sqlOf).join(', ');
    await client.query(`
      INSERT INTO ${table} (${names})
      SELECT ${values} FROM generate_series(1, ${rowsOf(table)}) n ON CONFLICT DO NOTHING`);
  }
  await client.query('ANALYZE');
  const large = [...tables.keys()].filter((table) => !SMALL.includes(table));
  for (const table of large) await client.query(ENLARGE, [table, MILLION, `${table}_default`]);
  return large;
}

async function dropChecks(client: ClientBase, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT conname AS name FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'c'",
    [table],
  );
  await client.query(rows.map(({ name }) => `ALTER TABLE ${table} DROP CONSTRAINT "${name}"`).join(';'));
}

function sqlOf(column: Column): string {
  const own = VALUES[`${column.table}.${column.name}`];
  if (own !== undefined) return own;
  const value = presentValue(column);
  if (!column.nullable) return value;
  // What is over has a time and is most of a table. Other columns that may be empty mostly are.
  return `CASE WHEN n % 50 ${column.type === 'timestamp with time zone' ? '<>' : '='} 0 THEN ${value} END`;
}

function presentValue({ table, name, type, allowed }: Column): string {
  if (allowed.length > 0) {
    const list = `ARRAY['${allowed.join("', '")}']`;
    return `(${list})[CASE WHEN n % 50 = 0 THEN 1 + n / 50 % ${allowed.length} ELSE ${Math.min(2, allowed.length)} END]`;
  }
  switch (type) {
    case 'uuid':
      return uuidValue(table, name);
    case 'text':
      if (name === 'network_id') return "'net_' || n % 4";
      return `'${name}-' || n`;
    case 'boolean':
      return name === 'livemode' || name === 'enabled' ? 'n % 50 <> 0' : 'n % 50 = 0';
    case 'timestamp with time zone':
      return "(timestamptz '2026-01-01Z' + n * interval '1 minute')";
    case 'date':
      return "(date '2020-01-01' + n % 2000)";
    case 'bytea':
      return `sha256(('${name}' || n)::bytea)`;
    case 'json':
    case 'jsonb':
      return `'[]'::${type}`;
    case 'uuid[]':
    case 'smallint[]':
    case 'integer[]':
    case 'text[]':
      return `'{}'::${type}`;
    case 'inet':
      return "('10.0.0.0'::inet + n)";
    case 'cidr':
      return "('10.0.0.0'::inet + n)::cidr";
    case 'interval':
      return "interval '1 day'";
    case 'smallint':
      return 'n % 100';
    default:
      return 'n';
  }
}

/** The same in all tables for the same thing: `purchase_id` is the `id` of a purchase. */
function uuidValue(table: string, name: string): string {
  if (name === 'account_id' || name === 'organisation_id')
    return "md5('accounts' || CASE WHEN n % 5 = 0 THEN 0 ELSE n % 1000 END)::uuid";
  if (name === 'batch_id') return "md5('batches' || CASE WHEN n % 5 = 0 THEN 0 ELSE n % 500 END)::uuid";
  return `md5('${name === 'id' ? table : `${name.replace(/_id$/, '')}s`}' || n)::uuid`;
}
