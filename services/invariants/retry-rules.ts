import type { Rule } from '../../db/statements/verify.ts';

/**
 * Invariant 12. A campaign and its retries have the same lines: of the purchases for one line, all but one have failed. A purchase
 * that was reversed was delivered, so its row is not tried again either.
 */
export const ROWS_ARE_BOUGHT_ONCE: Rule = {
  checked: `SELECT count(*) AS count FROM batches WHERE retry_of IS NOT NULL AND ($1::uuid IS NULL OR account_id = $1)`,
  broken: `
    SELECT 'pur' AS kind, (array_agg(p.id ORDER BY p.created_at DESC, p.id DESC))[1] AS uuid, NULL::uuid AS account,
           format('is one of %s purchases for line %s of campaign %s and its retries that did not fail',
                  count(*), r.line, root.reference) AS why
      FROM batches root
      JOIN batches b ON b.id = root.id OR b.retry_root = root.id
      JOIN batch_rows r ON r.batch_id = b.id
      JOIN purchase_references n ON n.account_id = b.account_id AND n.reference = r.reference
      JOIN purchases p ON p.id = n.purchase_id AND p.batch_id = b.id
     WHERE root.id IN (SELECT retry_root FROM batches WHERE retry_root IS NOT NULL)
       AND p.status <> 'failed'
       AND ($1::uuid IS NULL OR root.account_id = $1)
     GROUP BY root.id, root.reference, r.line
    HAVING count(*) > 1
     ORDER BY uuid`,
};
