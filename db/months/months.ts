import type { Pool } from 'pg';
import { isLockTimeout } from '../errors.ts';

/** Months after the current one that have their partitions. */
export const MONTHS_AHEAD = 3;

/**
 * Makes the partitions of this month and of the next ones that do not exist yet.
 * @returns how many it made; null if something held a lock on the tables for longer than a moment, so that it must be tried again
 */
export async function makeMonths(db: Pool): Promise<number | null> {
  try {
    const { rows } = await db.query<{ made: number }>({
      name: 'make-months',
      text: 'SELECT make_months($1) AS made',
      values: [MONTHS_AHEAD],
    });
    return rows[0]?.made ?? 0;
  } catch (error) {
    if (isLockTimeout(error)) return null;
    throw error;
  }
}

/** Renews statistics of whole tables that are older than a day. Does nothing while a lock is held on one of them. */
export async function analyzeMonths(db: Pool): Promise<void> {
  try {
    await db.query({ name: 'analyze-months', text: 'SELECT analyze_months()' });
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
  }
}

/** The state of the tables that are kept by month. */
export interface MonthsState {
  /** Months after the current one for which every table has a partition; below 0 if this month has none. */
  readonly ahead: number;
  /** About how many rows are in the default partitions, because they have no month: 0 unless months were missing. */
  readonly unplaced: number;
}

/** Reads the catalogue only. */
export async function readMonthsState(db: Pool): Promise<MonthsState> {
  const { rows } = await db.query<MonthsState>({
    name: 'read-months-state',
    text: `
      WITH parts AS (
        SELECT i.inhparent AS parent,
               substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \\(''([^'']+)''\\)') AS below,
               CASE WHEN p.partdefid = c.oid THEN pg_stat_get_live_tuples(c.oid) ELSE 0 END AS unplaced
          FROM pg_partitioned_table p
          JOIN pg_class t ON t.oid = p.partrelid AND t.relnamespace = current_schema()::regnamespace
          JOIN pg_inherits i ON i.inhparent = t.oid
          JOIN pg_class c ON c.oid = i.inhrelid
      ), tables AS (
        SELECT parent, sum(unplaced) AS unplaced,
               max(time_of_id(below::uuid)) AS below
          FROM parts
         GROUP BY parent
      )
      SELECT coalesce(min(extract(year FROM age) * 12 + extract(month FROM age)) - 1, -1)::int AS ahead,
             coalesce(sum(unplaced), 0)::bigint AS unplaced
        FROM tables,
             age(below AT TIME ZONE 'UTC', date_trunc('month', now() AT TIME ZONE 'UTC')) AS age`,
  });
  return rows[0] ?? { ahead: -1, unplaced: 0 };
}
