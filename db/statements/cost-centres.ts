import { type AccountId, uuidOf } from '../../domain/ids.ts';
import type { MinorUnits } from '../../domain/money/money.ts';
import { toDayBounds, type UtcDay } from '../../domain/money/statement.ts';
import type { Reader } from '../account-reads.ts';

/** What the purchases of one cost centre were charged and refunded, by the statement lines of some days. */
export interface CostCentreTotal {
  /** Null for purchases without a cost centre. */
  readonly costCentre: string | null;
  readonly charged: MinorUnits;
  readonly refunded: MinorUnits;
  readonly purchases: number;
  readonly reversals: number;
}

/**
 * Adds up the lines of purchases from `day` to `lastDay`, in the order of the names; those without a cost centre come last. The
 * `cost_centre` in the metadata of a purchase counts before that of its campaign.
 * @param after the name before the first one that is wanted; null for all
 */
export async function readCostCentreTotals(
  db: Reader,
  accountId: AccountId,
  { day, lastDay }: { readonly day: UtcDay; readonly lastDay: UtcDay },
  after: string | null,
  limit: number,
): Promise<CostCentreTotal[]> {
  const { rows } = await db.query<CostCentreTotal>({
    name: 'read-cost-centre-totals',
    text: `
      SELECT m.name AS "costCentre",
             coalesce(-sum(m.amount) FILTER (WHERE m.type = 'purchase'), 0)::bigint AS charged,
             coalesce(sum(m.amount) FILTER (WHERE m.type = 'reversal'), 0)::bigint AS refunded,
             count(*) FILTER (WHERE m.type = 'purchase')::int AS purchases,
             count(*) FILTER (WHERE m.type = 'reversal')::int AS reversals
        FROM (SELECT l.type, l.amount,
                     coalesce(nullif(btrim(p.metadata ->> 'cost_centre'), ''), b.cost_centre) COLLATE "C" AS name
                FROM statement_lines l
                -- An archived purchase is under no cost centre.
                LEFT JOIN purchases p ON p.id = l.purchase_id AND p.account_id = l.account_id
                LEFT JOIN batches b ON b.id = p.batch_id AND b.account_id = l.account_id
               WHERE l.account_id = $1 AND l.occurred_at >= $2 AND l.occurred_at < $3
                 AND l.type IN ('purchase', 'reversal')) m
       WHERE $4::text IS NULL OR m.name > $4 OR m.name IS NULL
       GROUP BY m.name
       ORDER BY m.name NULLS LAST
       LIMIT $5`,
    values: [uuidOf('acc', accountId), toDayBounds(day).start, toDayBounds(lastDay).end, after, limit],
  });
  return rows;
}
