import type { Client } from 'pg';
import type { Archived, Month } from '../../domain/months/archive-plan.ts';
import { ARCHIVED_TABLES, ROWS_AT_ONCE } from './archived-tables.ts';

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
  /** Empty before it was exported. */
  readonly files: readonly ArchiveFile[];
}

/** The months of a subject that are there; the default partition is none. */
export async function listMonths(db: Client, subject: Archived): Promise<Month[]> {
  const [table] = ARCHIVED_TABLES[subject].byMonth;
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
 * Takes the partitions of a month out of their tables, which takes a moment. From then on nothing reads or changes them.
 * @returns why not, if something has become open meanwhile: then nothing was changed
 * @throws DatabaseError with `lock_not_available` if a lock was held for longer than a second
 */
export async function detachMonth(db: Client, subject: Archived, month: Month): Promise<string[]> {
  const { byMonth } = ARCHIVED_TABLES[subject];
  await db.query(`BEGIN; SET LOCAL lock_timeout = '1s'`);
  try {
    // The lead table first, as every transaction of the product takes its locks.
    await db.query(`LOCK TABLE ${byMonth.join(', ')} IN ACCESS EXCLUSIVE MODE`);
    const open = await findOpen(db, subject, month);
    if (open.length > 0) {
      await db.query('ROLLBACK');
      return open;
    }
    for (const table of byMonth) {
      if (!(await exists(db, `${table}_${month.name}`))) continue;
      await db.query(`ALTER TABLE ${table} DETACH PARTITION ${table}_${month.name}`);
      await db.query(`ALTER TABLE ${table}_${month.name} RENAME TO ${detachedName(table, month)}`);
    }
    await db.query({
      text: `
        INSERT INTO archived_months (subject, name, first, below, detached_at, files)
        VALUES ($1, $2, $3, $4, app_now(), '[]')`,
      values: [subject, month.name, month.from, month.below],
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
    SELECT subject, name, first AS from, below, files
      FROM archived_months
     WHERE archived_at IS NULL
     ORDER BY below, subject`);
  return rows;
}

/** What to export of a month: the name of each file without its ending, and a query over its rows. */
export async function listExports(
  db: Client,
  subject: Archived,
  month: Month,
): Promise<{ readonly name: string; readonly query: string }[]> {
  const { byMonth, byRow } = ARCHIVED_TABLES[subject];
  const exports = [];
  for (const table of byMonth) {
    const detached = detachedName(table, month);
    if (!(await exists(db, detached))) continue;
    exports.push({ name: `${table}_${month.name}`, query: `SELECT * FROM ${detached}` });
  }
  for (const { file, table, rows } of byRow) {
    exports.push({
      name: `${file}_${month.name}`,
      query: `SELECT * FROM ${table} WHERE ${literal(rows, month)}`,
    });
  }
  return exports;
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
export async function removeMonth(db: Client, subject: Archived, month: Month): Promise<void> {
  const { byMonth, byRow } = ARCHIVED_TABLES[subject];
  for (const { remove } of byRow) {
    let removed = remove === null ? 0 : ROWS_AT_ONCE;
    while (remove !== null && removed === ROWS_AT_ONCE) {
      const { rowCount } = await db.query({ text: remove, values: [month.from, month.below] });
      removed = rowCount ?? 0;
    }
  }
  await db.query('BEGIN');
  for (const table of byMonth) await db.query(`DROP TABLE IF EXISTS ${detachedName(table, month)}`);
  await db.query({
    text: 'UPDATE archived_months SET archived_at = app_now() WHERE subject = $1 AND name = $2',
    values: [subject, month.name],
  });
  await db.query('COMMIT');
}

function detachedName(table: string, month: Month): string {
  return `detached_${table}_${month.name}`;
}

async function exists(db: Client, table: string): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>({
    text: 'SELECT to_regclass($1) IS NOT NULL AS found',
    values: [table],
  });
  return rows[0]?.found === true;
}

/** COPY takes no parameters. The values are UUIDs from the catalogue. */
function literal(condition: string, { from, below }: Month): string {
  return condition.replaceAll('$1', `'${from}'::uuid`).replaceAll('$2', `'${below}'::uuid`);
}
