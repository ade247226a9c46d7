-- Row-level security for what clients read about settings, approvals, recurring campaigns and sessions, as in 0058 and 0064: the role
-- bundlewire_reader sees only rows of the account of the request. All other roles do what they did before.
DO $$
DECLARE
  own_account CONSTANT text := $own$nullif(current_setting('bundlewire.account_id', true), '')::uuid$own$;
  protected record;
BEGIN
  FOR protected IN
    SELECT *
      FROM (VALUES
        ('account_allowed_ranges', 'account_id = %s'),
        ('account_rules', 'account_id = %s'),
        ('approval_rules', 'account_id = %s'),
        ('approvals', 'account_id = %s'),
        ('blocked_numbers', 'account_id = %s'),
        ('notice_addresses', 'account_id = %s'),
        ('preparers', 'account_id = %s'),
        ('recurrences', 'account_id = %s'),
        -- Those below follow the policies of the tables that they name.
        ('approval_decisions', 'EXISTS (SELECT FROM approvals a WHERE a.id = approval_id)'),
        ('auth_sessions', 'EXISTS (SELECT FROM memberships m WHERE m.person_id = auth_sessions.person_id)'),
        ('recurrence_runs', 'EXISTS (SELECT FROM recurrences r WHERE r.id = recurrence_id)')
      ) AS t (name, rule)
  LOOP
    EXECUTE format('CREATE POLICY everyone ON %I USING (true) WITH CHECK (true)', protected.name);
    -- Restrictive: it limits the reader although the policy above lets it pass.
    EXECUTE format('CREATE POLICY own_account ON %I AS RESTRICTIVE FOR SELECT TO bundlewire_reader USING (%s)',
                   protected.name, format(protected.rule, own_account));
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', protected.name);
  END LOOP;
END
$$;

-- Rows of the batches of the account of the request. The reader has no right on batch_rows itself: rows arrive by COPY, which
-- PostgreSQL refuses for a table with policies. Without security_barrier, because a page would then sort all rows of its batch.
CREATE VIEW own_batch_rows AS
SELECT r.*
  FROM batch_rows r
 WHERE EXISTS (SELECT
                 FROM batches b
                WHERE b.id = r.batch_id
                  AND b.account_id = nullif(current_setting('bundlewire.account_id', true), '')::uuid);
