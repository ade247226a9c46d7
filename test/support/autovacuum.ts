import type { ClientBase, Pool } from 'pg';

/** Stops autovacuum of a table, in each of its months too, so that statistics are only what a test makes them. */
export async function stopAutovacuum(db: Pool | ClientBase, table: string): Promise<void> {
  const { rows } = await db.query<{ name: string }>({
    text: `
      SELECT relid::text AS name FROM pg_partition_tree($1::regclass) WHERE isleaf
       UNION ALL
      SELECT oid::regclass::text FROM pg_class WHERE oid = $1::regclass AND relkind = 'r' AND NOT relispartition`,
    values: [table],
  });
  for (const { name } of rows) await db.query(`ALTER TABLE ${name} SET (autovacuum_enabled = off)`);
}
