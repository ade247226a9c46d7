/**
 * SQL for what counts now against the limits of `r`, a row of account_rules: a day or month that ended counts from zero. The day
 * never goes back, even if the clock does. For CROSS JOIN LATERAL; its columns are today, day_spent and month_spent.
 */
export const SPENT_NOW = `
  SELECT t.today,
         CASE WHEN r.counted_on = t.today THEN r.day_spent ELSE 0 END AS day_spent,
         CASE WHEN date_trunc('month', r.counted_on) = date_trunc('month', t.today) THEN r.month_spent ELSE 0 END AS month_spent
    FROM (SELECT greatest(r.counted_on, ((SELECT app_now()) AT TIME ZONE 'UTC')::date) AS today) t`;
