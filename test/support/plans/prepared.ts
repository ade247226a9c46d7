import type { ClientBase } from 'pg';
import { z } from 'zod';

/** A node of a plan, as EXPLAIN shows it. */
const PlanNode = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  'Index Cond': z.string().optional(),
  get Plans() {
    return z.array(PlanNode).default([]);
  },
});
export type PlanNode = z.output<typeof PlanNode>;
const Explained = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: PlanNode })]) })]);

/** Prepares a statement for `use`, which gets the types of its parameters and may explain it with `planOf`. */
export async function withPrepared<T>(
  client: ClientBase,
  sql: string,
  use: (types: readonly string[]) => Promise<T>,
): Promise<T> {
  await client.query(`PREPARE explained AS ${sql}`);
  try {
    const { rows } = await client.query<{ types: string[] }>(
      "SELECT parameter_types::text[] AS types FROM pg_prepared_statements WHERE name = 'explained'",
    );
    return await use(rows[0]?.types ?? []);
  } finally {
    await client.query('DEALLOCATE explained');
  }
}

/**
 * The plan of the prepared statement.
 * @param values one of SQL for each parameter
 */
export async function planOf(
  client: ClientBase,
  mode: 'generic' | 'custom',
  values: readonly string[],
): Promise<PlanNode> {
  await client.query(`SET plan_cache_mode = force_${mode}_plan`);
  const list = values.length === 0 ? '' : ` (${values.join(', ')})`;
  const { rows } = await client.query(`EXPLAIN (FORMAT JSON) EXECUTE explained${list}`);
  const [{ 'QUERY PLAN': plan }] = Explained.parse(rows);
  return plan[0].Plan;
}
