import { moneyOf } from '../../db/batches/money.ts';
import type { Rule } from '../../db/statements/verify.ts';

/**
 * Invariant 11. What a campaign shows as charged and refunded is on the account's statement, what it shows as held is the price of
 * its pending purchases, and it has spent no more than its client agreed to. Campaigns whose purchases may have been archived are left
 * out.
 */
export const MONEY_OF_BATCHES: Rule = {
  checked: `SELECT count(*) AS count FROM batches WHERE $1::uuid IS NULL OR account_id = $1`,
  broken: `
    SELECT 'bat' AS kind, b.id AS uuid, NULL::uuid AS account,
           format('shows %s charged, %s refunded and %s held; its lines and holds come to %s, %s and %s%s',
                  m.charged, m.refunded, m.held, coalesce(l.charged, 0), coalesce(l.refunded, 0), coalesce(p.held, 0),
                  ', with an agreed cost of ' || b.approved_cost) AS why
      FROM batches b
     CROSS JOIN LATERAL (${moneyOf('b.id')}) m
      LEFT JOIN (SELECT p.batch_id,
                        coalesce(-sum(l.amount) FILTER (WHERE l.type = 'purchase'), 0) AS charged,
                        coalesce(sum(l.amount) FILTER (WHERE l.type = 'reversal'), 0) AS refunded
                   FROM purchases p
                   JOIN statement_lines l ON l.purchase_id = p.id AND l.account_id = p.account_id
                  WHERE p.batch_id IS NOT NULL
                    AND ($1::uuid IS NULL OR p.account_id = $1)
                  GROUP BY p.batch_id) l ON l.batch_id = b.id
      LEFT JOIN (SELECT batch_id, sum(price) AS held
                   FROM purchases
                  WHERE batch_id IS NOT NULL AND status = 'pending'
                    AND ($1::uuid IS NULL OR account_id = $1)
                  GROUP BY batch_id) p ON p.batch_id = b.id
     WHERE ((m.charged, m.refunded, m.held)
            IS DISTINCT FROM (coalesce(l.charged, 0), coalesce(l.refunded, 0), coalesce(p.held, 0))
        OR m.charged + m.held > b.approved_cost)
       AND b.id >= (SELECT first_kept_id('purchases'))
       AND ($1::uuid IS NULL OR b.account_id = $1)
     ORDER BY b.id`,
};
