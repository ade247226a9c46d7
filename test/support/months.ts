import type { ClientBase, Pool } from 'pg';

/** Makes a past month of every table by month, as a database has it that is older. Its rows must not be there yet. */
export async function makePastMonth(db: Pool | ClientBase, month: `${number}-${number}`): Promise<void> {
  const { rows } = await db.query<{ table: string }>(
    'SELECT partrelid::regclass::text AS table FROM pg_partitioned_table ORDER BY 1',
  );
  for (const { table } of rows) {
    const name = `${table}_${month.replace('-', '_')}`;
    await db.query(`CREATE TABLE ${name} (LIKE ${table}_default INCLUDING ALL)`);
    const { rows: bounds } = await db.query<{ from: string; below: string }>({
      text: `SELECT first_id_of_month($1) AS from, first_id_of_month($1::timestamptz + interval '1 month') AS below`,
      values: [`${month}-01T00:00:00Z`],
    });
    const [{ from, below } = { from: '', below: '' }] = bounds;
    await db.query(
      `ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${below}')`,
    );
  }
}

/** The names that the indexes of months have on their table, by the name on the month. */
export async function readIndexNames(db: Pool | ClientBase): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ part: string; whole: string }>(`
    SELECT i.inhrelid::regclass::text AS part, i.inhparent::regclass::text AS whole
      FROM pg_inherits i
      JOIN pg_class c ON c.oid = i.inhrelid AND c.relkind = 'i'`);
  return new Map(rows.map(({ part, whole }) => [part, whole]));
}
