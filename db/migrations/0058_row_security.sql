-- Row-level security for what clients read. It is a second wall behind the account_id in each WHERE.

-- The API reads as the role bundlewire_reader (db/account-reads.ts), and first sets `bundlewire.account_id` to the account of the
-- request. The role sees rows of that account, and nothing if it is not set. Only this role is limited: all others, also that of
-- the previous version, do what they did before.
DO $$
DECLARE
  own CONSTANT text := $own$nullif(current_setting('bundlewire.account_id', true), '')::uuid$own$;
  protected record;
BEGIN
  FOR protected IN
    SELECT *
      FROM (VALUES
        ('accounts', 'id = %s'),
        ('api_keys', 'account_id = %s'),
        ('audit_log', 'account_id = %s'),
        ('batches', 'account_id = %s'),
        ('client_endpoints', 'account_id = %s'),
        ('deliveries', 'account_id = %s'),
        ('delivery_attempts', 'EXISTS (SELECT FROM deliveries d WHERE d.id = delivery_id)'),
        ('events', 'account_id = %s'),
        ('key_caps', 'account_id = %s'),
        ('purchases', 'account_id = %s'),
        ('statement_lines', 'account_id = %s'),
        ('statements', 'account_id = %s'),
        ('webhook_attempts', 'EXISTS (SELECT FROM events e WHERE e.id = event_id)')
      ) AS t (name, rule)
  LOOP
    EXECUTE format('CREATE POLICY everyone ON %I USING (true) WITH CHECK (true)', protected.name);
    -- Restrictive: it limits the reader although the policy above lets it pass.
    EXECUTE format('CREATE POLICY own_account ON %I AS RESTRICTIVE FOR SELECT TO bundlewire_reader USING (%s)',
                   protected.name, format(protected.rule, own));
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', protected.name);
  END LOOP;
END
$$;
