import type { Pool } from 'pg';
import { type AccountId, uuidOf } from '../../domain/ids.ts';
import type { MinorUnits } from '../../domain/money/money.ts';
import type { SpendingLimits } from '../../domain/rules/purchase-rules.ts';
import type { Reader } from '../account-reads.ts';
import { lockAccount } from '../accounts/lock.ts';
import { type Actor, recordAction } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';
import { SPENT_NOW } from './spent-now.ts';

/** An account's limits, and what counts against them; null where no day and no month is limited. */
export interface LimitsNow {
  readonly limits: SpendingLimits;
  readonly spent: { readonly day: MinorUnits; readonly month: MinorUnits } | null;
}

export async function readSpendingLimits(db: Reader, accountId: AccountId): Promise<LimitsNow> {
  const { rows } = await db.query<
    Record<'campaign' | 'day' | 'month' | 'daySpent' | 'monthSpent', number | null>
  >({
    name: 'read-spending-limits',
    text: `
      SELECT r.campaign_limit AS campaign, r.day_limit AS day, r.month_limit AS month,
             CASE WHEN r.counted_on IS NOT NULL THEN s.day_spent END AS "daySpent",
             CASE WHEN r.counted_on IS NOT NULL THEN s.month_spent END AS "monthSpent"
        FROM account_rules r
       CROSS JOIN LATERAL (${SPENT_NOW}) s
       WHERE r.account_id = $1`,
    values: [uuidOf('acc', accountId)],
  });
  const { campaign = null, day = null, month = null, daySpent = null, monthSpent = null } = rows[0] ?? {};
  const spent = daySpent === null || monthSpent === null ? null : { day: daySpent, month: monthSpent };
  return { limits: { campaign, day, month }, spent };
}

/**
 * Replaces an account's limits, with its audit entry. The purchase that is decided after this returns sees them. Where a day or month
 * becomes limited, what was bought in it so far is added up once, under the account's lock.
 */
export async function replaceSpendingLimits(
  pool: Pool,
  accountId: AccountId,
  limits: SpendingLimits,
  actor: Actor,
): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await lockAccount(tx, accountId);
    const { rows } = await tx.query<SpendingLimits>({
      text: `
        SELECT campaign_limit AS campaign, day_limit AS day, month_limit AS month
          FROM account_rules
         WHERE account_id = $1`,
      values: [uuidOf('acc', accountId)],
    });
    await tx.query({
      text: REPLACE,
      values: [uuidOf('acc', accountId), limits.campaign, limits.day, limits.month],
    });
    await recordAction(tx, {
      ...actor,
      action: 'spending_limits_set',
      accountId,
      subject: 'limits',
      before: rows[0] ?? { campaign: null, day: null, month: null },
      details: limits,
    });
  });
}

const REPLACE = `
  WITH clock AS MATERIALIZED (
    SELECT (app_now() AT TIME ZONE 'UTC')::date AS today
  ), counts AS (
    SELECT $3::bigint IS NOT NULL OR $4::bigint IS NOT NULL AS wanted,
           EXISTS (SELECT FROM account_rules WHERE account_id = $1 AND counted_on IS NOT NULL) AS known
  ), bought AS (
    SELECT coalesce(sum(p.price) FILTER (WHERE p.created_at >= c.today::timestamp AT TIME ZONE 'UTC'), 0)::bigint AS day,
           coalesce(sum(p.price), 0)::bigint AS month
      FROM clock c
      JOIN purchases p ON p.account_id = $1 AND p.status IN ('pending', 'successful')
                      AND p.created_at >= date_trunc('month', c.today::timestamp) AT TIME ZONE 'UTC'
     WHERE (SELECT wanted AND NOT known FROM counts)
  )
  INSERT INTO account_rules AS r (account_id, campaign_limit, day_limit, month_limit, counted_on, day_spent, month_spent)
  SELECT $1, $2, $3, $4, CASE WHEN n.wanted THEN c.today END, b.day, b.month FROM clock c, counts n, bought b
  ON CONFLICT (account_id) DO UPDATE
    SET campaign_limit = excluded.campaign_limit,
        day_limit      = excluded.day_limit,
        month_limit    = excluded.month_limit,
        counted_on     = CASE WHEN excluded.counted_on IS NULL THEN NULL ELSE coalesce(r.counted_on, excluded.counted_on) END,
        day_spent      = CASE WHEN excluded.counted_on IS NULL THEN 0 WHEN r.counted_on IS NULL THEN excluded.day_spent ELSE r.day_spent END,
        month_spent    = CASE WHEN excluded.counted_on IS NULL THEN 0 WHEN r.counted_on IS NULL THEN excluded.month_spent ELSE r.month_spent END,
        updated_at     = (SELECT app_now())`;
