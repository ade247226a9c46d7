-- Row-level security for what clients read about their people, roles, invitations and erasures, as in 0058: the role
-- bundlewire_reader sees only rows of the organisation that has the account of the request. All other roles do what they did before.
DO $$
DECLARE
  own_account CONSTANT text := $own$nullif(current_setting('bundlewire.account_id', true), '')::uuid$own$;
  own_organisation CONSTANT text := format('(SELECT organisation_id FROM accounts WHERE id = %s)', own_account);
  protected record;
BEGIN
  FOR protected IN
    SELECT *
      FROM (VALUES
        ('custom_roles', format('organisation_id = %s', own_organisation)),
        ('erasures', format('account_id = %s', own_account)),
        ('invitations', format('organisation_id = %s', own_organisation)),
        ('memberships', format('organisation_id = %s', own_organisation)),
        ('organisations', format('id = %s', own_organisation)),
        -- Those below follow the policies of the tables that they name.
        ('auth_people', 'EXISTS (SELECT FROM memberships m WHERE m.person_id = auth_people.id)'),
        ('passkeys', 'EXISTS (SELECT FROM memberships m WHERE m.person_id = passkeys.person_id)'),
        ('person_mails', 'EXISTS (SELECT FROM invitations i WHERE i.id = invitation_id)'),
        ('second_factors', 'EXISTS (SELECT FROM memberships m WHERE m.person_id = second_factors.person_id)')
      ) AS t (name, rule)
  LOOP
    EXECUTE format('CREATE POLICY everyone ON %I USING (true) WITH CHECK (true)', protected.name);
    -- Restrictive: it limits the reader although the policy above lets it pass.
    EXECUTE format('CREATE POLICY own_account ON %I AS RESTRICTIVE FOR SELECT TO bundlewire_reader USING (%s)',
                   protected.name, protected.rule);
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', protected.name);
  END LOOP;
END
$$;
