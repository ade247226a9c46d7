import type { Rule } from '../../db/statements/verify.ts';

/**
 * Invariant 14. Purchases that failed or were reversed no longer count. What was bought before the caps were last set may be above
 * them, and a day whose purchases were archived is not counted again. If the clock was set back over midnight, a purchase counts on the later day, and is reported here.
 */
export const CAPS_ARE_KEPT: Rule = {
  checked: `SELECT count(*) AS count FROM key_caps WHERE $1::uuid IS NULL OR account_id = $1`,
  broken: `
    WITH capped AS (
      SELECT * FROM key_caps WHERE $1::uuid IS NULL OR account_id = $1
    ), days AS (
      SELECT c.key_id, (p.created_at AT TIME ZONE 'UTC')::date AS day, sum(p.price) AS spent,
             coalesce(sum(p.price) FILTER (WHERE p.created_at > c.set_at), 0) AS spent_since,
             coalesce(max(p.price) FILTER (WHERE p.created_at > c.set_at), 0) AS dearest_since
        FROM capped c
        JOIN purchases p ON p.key_id = c.key_id AND p.account_id = c.account_id
       WHERE p.status IN ('pending', 'successful')
       GROUP BY c.key_id, day
    )
    SELECT 'key' AS kind, c.key_id AS uuid, c.account_id AS account,
           format('counts %s on %s, but its purchases of that day come to %s',
                  c.day_spent, c.counted_on, coalesce(d.spent, 0)) AS why
      FROM capped c
      LEFT JOIN days d ON d.key_id = c.key_id AND d.day = c.counted_on
     WHERE c.day_spent <> coalesce(d.spent, 0)
       AND c.counted_on >= ((SELECT time_of_id(first_kept_id('purchases'))) AT TIME ZONE 'UTC')::date
     UNION ALL
    SELECT 'key', c.key_id, c.account_id,
           format('bought for %s on %s since its caps were set, with a cap of %s per day', d.spent_since, d.day, c.day_cap)
      FROM capped c
      JOIN days d ON d.key_id = c.key_id
     WHERE d.spent_since > c.day_cap
     UNION ALL
    SELECT 'key', c.key_id, c.account_id,
           format('made a purchase of %s on %s since its caps were set, with a cap of %s per purchase',
                  d.dearest_since, d.day, c.purchase_cap)
      FROM capped c
      JOIN days d ON d.key_id = c.key_id
     WHERE d.dearest_since > c.purchase_cap
     UNION ALL
    SELECT 'key', c.key_id, c.account_id, 'has a cap, but its account is not marked as having any, so no cap is read'
      FROM capped c
      LEFT JOIN account_rules r ON r.account_id = c.account_id
     WHERE r.has_key_caps IS NOT TRUE
     ORDER BY uuid, why`,
};
