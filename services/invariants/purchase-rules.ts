import type { Rule } from '../../db/statements/verify.ts';

const ALL_PURCHASES = `SELECT count(*) AS count FROM purchases WHERE $1::uuid IS NULL OR account_id = $1`;

/** Invariant 5. A line counts only on the purchase's own account; one without a purchase is broken too. */
export const CHARGED_AS_STATUS_SAYS: Rule = {
  checked: ALL_PURCHASES,
  broken: `
    SELECT 'pur' AS kind, coalesce(p.id, l.purchase_id) AS uuid, NULL::uuid AS account,
           format('%s at %s, but charged %s time(s) with %s and refunded %s time(s) with %s',
                  coalesce(p.status, 'unknown to the account'), coalesce(p.price, 0), coalesce(l.charges, 0),
                  coalesce(l.charged, 0), coalesce(l.refunds, 0), coalesce(l.refunded, 0)) AS why
      FROM (SELECT id, account_id, status, price
              FROM purchases
             WHERE id >= (SELECT first_kept_id('purchases'))
               AND ($1::uuid IS NULL OR account_id = $1)) p
      FULL JOIN (SELECT purchase_id, account_id,
                        count(*) FILTER (WHERE type = 'purchase') AS charges,
                        count(*) FILTER (WHERE type = 'reversal') AS refunds,
                        coalesce(sum(amount) FILTER (WHERE type = 'purchase'), 0) AS charged,
                        coalesce(sum(amount) FILTER (WHERE type = 'reversal'), 0) AS refunded
                   FROM statement_lines
                  WHERE purchase_id >= (SELECT first_kept_id('purchases'))
                    AND ($1::uuid IS NULL OR account_id = $1)
                  GROUP BY purchase_id, account_id) l ON l.purchase_id = p.id AND l.account_id = p.account_id
     CROSS JOIN LATERAL (SELECT CASE WHEN p.status IN ('successful', 'reversed') THEN 1 ELSE 0 END AS charges,
                                CASE WHEN p.status = 'reversed' THEN 1 ELSE 0 END AS refunds) due
     WHERE coalesce(l.charges, 0) <> due.charges
        OR coalesce(l.charged, 0) <> -coalesce(p.price, 0) * due.charges
        OR coalesce(l.refunds, 0) <> due.refunds
        OR coalesce(l.refunded, 0) <> coalesce(p.price, 0) * due.refunds
     ORDER BY uuid`,
};

/** Invariant 7. A reversed purchase was successful before, and has an event of each type. */
export const FINAL_STATES_WERE_TOLD: Rule = {
  checked: ALL_PURCHASES,
  broken: `
    SELECT 'pur' AS kind, p.id AS uuid, NULL::uuid AS account,
           format('%s, but announced %s time(s) as successful, %s as failed, %s as reversed', p.status,
                  coalesce(e.successful, 0), coalesce(e.failed, 0), coalesce(e.reversed, 0)) AS why
      FROM purchases p
      LEFT JOIN (SELECT subject_id, account_id,
                        count(*) FILTER (WHERE type = 'purchase.successful') AS successful,
                        count(*) FILTER (WHERE type = 'purchase.failed') AS failed,
                        count(*) FILTER (WHERE type = 'purchase.reversed') AS reversed
                   FROM events
                  WHERE type IN ('purchase.successful', 'purchase.failed', 'purchase.reversed')
                    AND ($1::uuid IS NULL OR account_id = $1)
                  GROUP BY subject_id, account_id) e ON e.subject_id = p.id AND e.account_id = p.account_id
     WHERE (coalesce(e.successful, 0) <> CASE WHEN p.status IN ('successful', 'reversed') THEN 1 ELSE 0 END
         OR coalesce(e.failed, 0) <> CASE WHEN p.status = 'failed' THEN 1 ELSE 0 END
         OR coalesce(e.reversed, 0) <> CASE WHEN p.status = 'reversed' THEN 1 ELSE 0 END)
       AND p.id >= (SELECT first_kept_id('events'))
       AND ($1::uuid IS NULL OR p.account_id = $1)
     ORDER BY p.id`,
};

/** Invariant 10: each purchase holds its reference alone. */
export const REFERENCES_ARE_UNIQUE: Rule = {
  checked: ALL_PURCHASES,
  broken: `
    SELECT 'pur' AS kind, p.id AS uuid, p.account_id AS account,
           CASE WHEN n.purchase_id IS NULL THEN format('has reference %s, which is not among the references taken', p.reference)
                WHEN n.purchase_id = p.id THEN 'is not the request that its reference stands for'
                ELSE format('shares its reference %s with another purchase', p.reference) END AS why
      FROM purchases p
      LEFT JOIN purchase_references n ON n.account_id = p.account_id AND n.reference = p.reference
     WHERE (n.purchase_id, n.fingerprint) IS DISTINCT FROM (p.id, p.fingerprint)
       AND ($1::uuid IS NULL OR p.account_id = $1)
     ORDER BY uuid`,
};
