import type { Client } from 'pg';
import type { Archived, Month } from '../../domain/months/archive-plan.ts';
import { ARCHIVED_TABLES, LEAVING_BATCHES, ROWS_AT_ONCE, removeFirst } from './archived-tables.ts';

/** An archive file, as the database remembers it. */
export interface ArchiveFile {
  readonly name: string;
  readonly rows: number;
  /** Of the file as it was written, in hex. */
  readonly sha256: string;
}

/** A month that was detached and whose tables have not been dropped. */
export interface UnfinishedMonth extends Month {
  readonly subject: Archived;
  /** UUIDs of the campaigns whose rows leave with it. */
  readonly batches: readonly string[];
  /** Empty before it was exported. */
  readonly files: readonly ArchiveFile[];
}

/** The months of a subject that are there; the default partition is none. */
export async function listMonths(db: Client, subject: Archived): Promise<Month[]> {
  const [{ table }] = ARCHIVED_TABLES[subject].byMonth;
  return monthsOf(db, table);
}

async function monthsOf(db: Client, table: string): Promise<Month[]> {
  const { rows } = await db.query<Month>({
    text: `
      SELECT substr(name, length($1::text) + 2) AS name,
             coalesce(substring(bound FROM 'FROM \\(''([^'']+)''\\)'), '00000000-0000-0000-0000-000000000000') AS from,
             substring(bound FROM 'TO \\(''([^'']+)''\\)') AS below
        FROM (SELECT c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bound
                FROM pg_inherits i
                JOIN pg_class c ON c.oid = i.inhrelid
               WHERE i.inhparent = $1::text::regclass) parts
       WHERE bound <> 'DEFAULT'
       ORDER BY below`,
    values: [table],
  });
  return rows;
}

/** Why a month cannot leave yet; empty if it can. */
export async function findOpen(db: Client, subject: Archived, month: Month): Promise<string[]> {
  const { open } = ARCHIVED_TABLES[subject];
  const { rows } = await db.query<{ why: string }>({
    text: open.map(({ exists }, at) => `SELECT $${at + 3}::text AS why WHERE ${exists}`).join(' UNION ALL '),
    values: [month.from, month.below, ...open.map(({ why }) => why)],
  });
  return rows.map(({ why }) => why);
}

/**
 * Takes the partitions of a month out of their tables, which takes a moment. From then on nothing reads or changes them. A table may
 * have several partitions of the time, or none.
 * @returns why not, if something has become open meanwhile: then nothing was changed
 * @throws DatabaseError with `lock_not_available` if a lock was held by someone else: then nothing was changed, and it can be tried again
 */
export async function detachMonth(db: Client, subject: Archived, month: Month): Promise<string[]> {
  const { byMonth } = ARCHIVED_TABLES[subject];
  const tables = byMonth.map(({ table }) => table).join(', ');
  await db.query('BEGIN');
  try {
    // It ends an autovacuum, and lets purchases pass.
    await db.query(`SET LOCAL lock_timeout = '5s'; LOCK TABLE ${tables} IN SHARE UPDATE EXCLUSIVE MODE`);
    // Less than the time after which PostgreSQL looks for a deadlock: this gives way to a purchase.
    await db.query(`SET LOCAL lock_timeout = '200ms'; LOCK TABLE ${tables} IN ACCESS EXCLUSIVE MODE`);
    const open = await findOpen(db, subject, month);
    if (open.length > 0) {
      await db.query('ROLLBACK');
      return open;
    }
    for (const { table } of byMonth) {
      for (const part of await monthsOf(db, table)) {
        if (part.from < month.from || part.below > month.below) continue;
        await db.query(`ALTER TABLE ${table} DETACH PARTITION ${table}_${part.name}`);
        await db.query(`ALTER TABLE ${table}_${part.name} RENAME TO ${detachedName(table, part)}`);
      }
    }
    await db.query({
      text: `
        INSERT INTO archived_months (subject, name, first, below, detached_at, files, batches)
        VALUES ($3, $4, $1, $2, app_now(), '[]', CASE WHEN $3 = 'purchases' THEN ARRAY(${LEAVING_BATCHES}) ELSE '{}' END)`,
      values: [month.from, month.below, subject, month.name],
    });
    await db.query('COMMIT');
    return [];
  } catch (error) {
    await db.query('ROLLBACK');
    throw error;
  }
}

/** Months whose export or removal was interrupted, oldest first. */
export async function listUnfinished(db: Client): Promise<UnfinishedMonth[]> {
  const { rows } = await db.query<UnfinishedMonth>(`
    SELECT subject, name, first AS from, below, files, batches
      FROM archived_months
     WHERE archived_at IS NULL
     ORDER BY below, subject`);
  return rows;
}

/**
 * What to export of a detached month: the name of each file without its ending, and a query over its rows.
 * @throws Error if the tables of the month are gone
 */
export async function listExports(db: Client, month: UnfinishedMonth): Promise<Export[]> {
  const { byMonth, byRow } = ARCHIVED_TABLES[month.subject];
  const exports: Export[] = [];
  for (const { table, key } of byMonth) {
    for (const part of await detachedParts(db, table))
      exports.push({ name: `${table}_${part}`, query: `SELECT * FROM detached_${table}_${part}` });
    // Of times that had no partition.
    const rows = literal(`${key} >= $1 AND ${key} < $2`, month);
    exports.push({
      name: `${table}_default_${month.name}`,
      query: `SELECT * FROM ${table}_default WHERE ${rows}`,
    });
  }
  const [{ table: lead }] = byMonth;
  if (!exports.some(({ name }) => name === `${lead}_${month.name}`))
    throw new Error(`the table detached_${lead}_${month.name} is missing; nothing was exported or removed`);
  for (const { file, table, rows } of byRow) {
    exports.push({
      name: `${file}_${month.name}`,
      query: `SELECT * FROM ${table} WHERE ${literal(rows, month)}`,
    });
  }
  return exports;
}

export interface Export {
  readonly name: string;
  readonly query: string;
}

/** The ends of the names of partitions that were detached and not dropped. One month is detached at a time. */
async function detachedParts(db: Client, table: string): Promise<string[]> {
  const { rows } = await db.query<{ part: string }>({
    text: `
      SELECT substr(relname, length($1::text) + 11) AS part
        FROM pg_class
       WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND starts_with(relname, 'detached_' || $1 || '_')
       ORDER BY 1`,
    values: [table],
  });
  return rows.map(({ part }) => part);
}

/** Remembers what was exported. From then on the files are the month. */
export async function saveFiles(
  db: Client,
  subject: Archived,
  month: Month,
  files: readonly ArchiveFile[],
): Promise<void> {
  await db.query({
    text: 'UPDATE archived_months SET files = $3 WHERE subject = $1 AND name = $2',
    values: [subject, month.name, JSON.stringify(files)],
  });
}

/** Removes a month that was exported. It can be called again after an interruption. */
export async function removeMonth(db: Client, month: UnfinishedMonth): Promise<void> {
  const { subject } = month;
  const { byMonth, byRow } = ARCHIVED_TABLES[subject];
  const removals = [
    ...byRow.flatMap(({ remove }) => remove ?? []),
    ...byMonth.map(({ table, key }) => removeFirst(`${table}_default`, `${key} >= $1 AND ${key} < $2`)),
  ];
  for (const text of removals) {
    for (let removed = ROWS_AT_ONCE; removed === ROWS_AT_ONCE; ) {
      const { rowCount } = await db.query(literal(text, month));
      removed = rowCount ?? 0;
    }
  }
  if (subject === 'purchases') await forgetFingerprints(db);
  await db.query('BEGIN');
  for (const { table } of byMonth) {
    for (const part of await detachedParts(db, table)) await db.query(`DROP TABLE detached_${table}_${part}`);
  }
  await db.query({
    text: 'UPDATE archived_months SET archived_at = app_now() WHERE subject = $1 AND name = $2',
    values: [subject, month.name],
  });
  await db.query('COMMIT');
}

/** A fingerprint shows whether a guessed number is right, and an erasure can no longer find it. Without it, a repeat is recognised too. */
async function forgetFingerprints(db: Client): Promise<void> {
  for (const part of await detachedParts(db, 'purchases')) {
    await db.query(`
      UPDATE purchase_references n
         SET fingerprint = ''
        FROM detached_purchases_${part} p
       WHERE n.account_id = p.account_id AND n.reference = p.reference AND n.fingerprint <> ''`);
  }
}

function detachedName(table: string, month: Month): string {
  return `detached_${table}_${month.name}`;
}

/** COPY takes no parameters, and a statement none that it does not use. The values are UUIDs from the database. */
function literal(condition: string, { from, below, batches }: UnfinishedMonth): string {
  return condition
    .replaceAll('$1', `'${from}'::uuid`)
    .replaceAll('$2', `'${below}'::uuid`)
    .replaceAll('$3', `'{${batches.join(',')}}'::uuid[]`);
}
