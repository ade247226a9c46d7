import type { ClientBase } from 'pg';
import { type PlanNode, planOf, withPrepared } from './prepared.ts';

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
  const firstColumns = new Map(indexes.map(({ name, column }) => [name, column]));
  return withPrepared(client, sql, async (types) => {
    const plan = await planOf(
      client,
      'generic',
      types.map(() => 'NULL'),
    );
    return [...new Set(listRead(plan, firstColumns))];
  });
}

function listRead(node: PlanNode, firstColumns: ReadonlyMap<string, string>): string[] {
  const { 'Index Name': name = '', 'Index Cond': condition } = node;
  const first = firstColumns.get(name);
  // As a whole word: `purchase_id` is not `id`.
  const readsWhole =
    first !== undefined && condition !== undefined && !new RegExp(`\\b${first}\\b`).test(condition);
  const own = readsWhole ? [`${name} is searched by ${condition}, without ${first}`] : [];
  return [...own, ...node.Plans.flatMap((child) => listRead(child, firstColumns))];
}
