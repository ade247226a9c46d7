import type { Pool } from 'pg';
import { type AccountId, uuidOf } from '../../domain/ids.ts';

export type BudgetKind = 'requests' | 'number_lookups';

/** Permits of an account's second that a process took for itself. */
export interface Permits {
  readonly granted: number;
  /** What no process has taken yet. */
  readonly left: number;
  /** Until the second ends by the database's clock; 0 or less where it ended while the process waited for the row. */
  readonly endsInMs: number;
}

/**
 * Takes permits of an account's current second for this process: `waiting` or a tenth of what is left, whichever is more,
 * and never more than is left. Processes take one after the other, by the row's lock.
 */
export async function leasePermits(
  db: Pool,
  kind: BudgetKind,
  accountId: AccountId,
  { limit, waiting }: { readonly limit: number; readonly waiting: number },
): Promise<Permits & { readonly window: Date }> {
  const { rows } = await db.query<{ window: Date; granted: number; left: number; ends_in_ms: number }>({
    name: 'lease-permits',
    text: LEASE,
    values: [uuidOf('acc', accountId), kind, limit, waiting],
  });
  const [row] = rows;
  if (row === undefined) throw new TypeError('a row that is always there');
  return { window: row.window, granted: row.granted, left: row.left, endsInMs: row.ends_in_ms };
}

/**
 * A process that waited for the row over the end of a second takes permits of the row's second. A row that is further
 * ahead than that comes from a clock that stepped back: it starts again.
 */
const LEASE = `
  INSERT INTO rate_windows AS w (account_id, kind, window_start, taken)
  SELECT $1, $2, date_trunc('second', clock.at), least($3::int, greatest($4::int, ceil($3::int / 10.0)::int))
    FROM (SELECT app_now() AS at) clock
  ON CONFLICT (account_id, kind) DO UPDATE
    SET window_start = CASE WHEN w.window_start - excluded.window_start BETWEEN interval '0' AND interval '2 seconds'
                            THEN w.window_start ELSE excluded.window_start END,
        taken        = CASE WHEN w.window_start - excluded.window_start BETWEEN interval '0' AND interval '2 seconds'
                            THEN greatest(w.taken, least($3::int,
                                   w.taken + greatest($4::int, ceil(($3::int - w.taken) / 10.0)::int)))
                            ELSE excluded.taken END
  RETURNING window_start AS window,
            new.taken - CASE WHEN old.window_start = new.window_start THEN old.taken ELSE 0 END AS granted,
            greatest(0, $3::int - new.taken) AS left,
            (extract(epoch FROM new.window_start + interval '1 second' - app_now()) * 1000)::int AS ends_in_ms`;
