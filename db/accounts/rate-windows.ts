import type { Pool } from 'pg';
import { type AccountId, uuidOf } from '../../domain/ids.ts';
import type { Lease } from '../../domain/network/shared-budget.ts';

export type BudgetKind = 'requests' | 'number_lookups';

/**
 * Takes permits of an account's current second for this process: what it owes, and `waiting` or a tenth of what is left
 * besides, and never more than is left. Two processes take one after the other, by the row's lock.
 */
export async function leasePermits(
  db: Pool,
  kind: BudgetKind,
  accountId: AccountId,
  { limit, owed, waiting }: { readonly limit: number; readonly owed: number; readonly waiting: number },
): Promise<Lease> {
  const { rows } = await db.query<{ window: Date; granted: number; left: number; ends_in_ms: number }>({
    name: 'lease-permits',
    text: LEASE,
    values: [uuidOf('acc', accountId), kind, limit, owed, waiting],
  });
  const [row] = rows;
  if (row === undefined) throw new TypeError('a row that is always there');
  return { window: row.window.getTime(), granted: row.granted, left: row.left, endsInMs: row.ends_in_ms };
}

/**
 * A process that waited for the row over the end of a second takes of the second that the row is in by then. A row that is
 * further ahead than that is of a clock that stepped back: it begins again.
 */
const LEASE = `
  INSERT INTO rate_windows AS w (account_id, kind, window_start, taken)
  SELECT $1, $2, date_trunc('second', clock.at),
         least($3::int, $4::int + greatest($5::int, ceil($3::int / 10.0)::int))
    FROM (SELECT app_now() AS at) clock
  ON CONFLICT (account_id, kind) DO UPDATE
    SET window_start = CASE WHEN w.window_start - excluded.window_start BETWEEN interval '0' AND interval '2 seconds'
                            THEN w.window_start ELSE excluded.window_start END,
        taken        = CASE WHEN w.window_start - excluded.window_start BETWEEN interval '0' AND interval '2 seconds'
                            THEN greatest(w.taken, least($3::int, w.taken + $4::int
                                   + greatest($5::int, ceil(($3::int - w.taken) / 10.0)::int)))
                            ELSE excluded.taken END
  RETURNING window_start AS window,
            new.taken - CASE WHEN old.window_start = new.window_start THEN old.taken ELSE 0 END AS granted,
            greatest(0, $3::int - new.taken) AS left,
            (extract(epoch FROM new.window_start + interval '1 second' - app_now()) * 1000)::int AS ends_in_ms`;
