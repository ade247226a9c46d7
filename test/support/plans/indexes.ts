import type { ClientBase } from 'pg';
import { z } from 'zod';

const Node = z.object({
  'Index Name': z.string().optional(),
  'Index Cond': z.string().optional(),
  get Plans() {
    return z.array(Node).default([]);
  },
});
type Node = z.output<typeof Node>;
const Explained = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: Node })]) })]);

/** The first column of each index of a table by month. */
const FIRST_COLUMNS = `
  SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid, 1, true) AS column
    FROM pg_index i
    JOIN pg_class t ON t.oid = i.indrelid AND t.relispartition`;

/**
 * The indexes of tables by month that the generic plan of a statement searches without their first column: each search reads the
 * index whole. One sentence for each.
 */
export async function indexesReadWhole(client: ClientBase, sql: string): Promise<string[]> {
  const { rows: indexes } = await client.query<{ name: string; column: string }>(FIRST_COLUMNS);
  const firstColumns = new Map(indexes.map(({ name, column }) => [name, column.replaceAll(/[()]/g, '')]));
  await client.query(`PREPARE explained AS ${sql}`);
  try {
    const { rows } = await client.query<{ types: string[] }>(
      "SELECT parameter_types::text[] AS types FROM pg_prepared_statements WHERE name = 'explained'",
    );
    const values = (rows[0]?.types ?? []).map(() => 'NULL').join(', ');
    await client.query('SET plan_cache_mode = force_generic_plan');
    const explained = await client.query(
      `EXPLAIN (FORMAT JSON) EXECUTE explained${values === '' ? '' : ` (${values})`}`,
    );
    const [{ 'QUERY PLAN': plan }] = Explained.parse(explained.rows);
    return [...new Set(listRead(plan[0].Plan, firstColumns))];
  } finally {
    await client.query('DEALLOCATE explained');
  }
}

function listRead(node: Node, firstColumns: ReadonlyMap<string, string>): string[] {
  const { 'Index Name': name = '', 'Index Cond': condition } = node;
  const first = firstColumns.get(name);
  const readsWhole = first !== undefined && condition !== undefined && !condition.includes(first);
  const own = readsWhole ? [`${name} is searched by ${condition}, without ${first}`] : [];
  return [...own, ...node.Plans.flatMap((child) => listRead(child, firstColumns))];
}
