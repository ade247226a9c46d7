import type { ClientBase, Pool } from 'pg';

/** What a row is known by outside: its kind decides the prefix of its identifier. */
export type RowKind = 'acc' | 'bat' | 'dlv' | 'evt' | 'key' | 'pur' | 'stl';

/** A row that breaks a rule, with the reason in words. */
export interface BreakingRow {
  readonly kind: RowKind;
  readonly uuid: string;
  /** UUID of the account, where the identifier alone does not lead to it. */
  readonly account: string | null;
  readonly why: string;
}

/**
 * A rule over rows, as two queries that take the account's UUID, or null for all accounts, as $1. `checked` counts what
 * the rule is about; `broken` selects kind, uuid, account and why of the rows that break it, in the order they are to be named.
 */
export interface Rule {
  readonly checked: string;
  readonly broken: string;
}

/**
 * Runs `work` on one snapshot of the whole database: all its queries see the same moment, and none can write.
 * The snapshot always ends with it.
 */
export async function inSnapshot<T>(pool: Pool, work: (tx: ClientBase) => Promise<T>): Promise<T> {
  const tx = await pool.connect();
  let failure: Error | undefined;
  try {
    await tx.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const result = await work(tx);
    await tx.query('COMMIT');
    return result;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // A connection whose query was cut off may still be busy with it, so it is closed.
    tx.release(failure);
  }
}

/** Counts what a rule is about and the rows that break it; names up to `limit` of them. */
export async function applyRule(
  tx: ClientBase,
  rule: Rule,
  accountUuid: string | null,
  limit: number,
): Promise<{ readonly checked: number; readonly total: number; readonly rows: readonly BreakingRow[] }> {
  const counted = await tx.query<{ count: number }>({ text: rule.checked, values: [accountUuid] });
  const { rows } = await tx.query<BreakingRow & { total: number }>({
    text: `
      WITH broken AS MATERIALIZED (${rule.broken})
      SELECT kind, uuid, account, why, (SELECT count(*) FROM broken) AS total
        FROM broken
       LIMIT $2`,
    values: [accountUuid, limit],
  });
  return { checked: counted.rows[0]?.count ?? 0, total: rows[0]?.total ?? 0, rows };
}
