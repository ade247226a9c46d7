-- Third step: what grows with every purchase is kept by month. A month is a partition by the time in the UUIDv7 of its key, so that
-- a row by key is looked up in one partition, and old months leave as a whole. Rows from before stay where they are: their table
-- becomes the first partition. Nothing is copied or checked here, so it takes about a second, in which purchases wait.

-- As in 0090: all locks before the first change.
SET LOCAL lock_timeout = '5s';
LOCK TABLE accounts, purchases, submissions, confirmations, events, webhook_attempts, deliveries, delivery_attempts,
           statement_lines, listed_costs, late_confirmations, late_inquiries, contradictions, route_deliveries
  IN SHARE UPDATE EXCLUSIVE MODE;
SET LOCAL lock_timeout = '200ms';
LOCK TABLE accounts, purchases, submissions, confirmations, events, webhook_attempts, deliveries, delivery_attempts,
           statement_lines, listed_costs, late_confirmations, late_inquiries, contradictions, route_deliveries
  IN ACCESS EXCLUSIVE MODE;

-- A month leaves as a whole, whatever still names its rows, and PostgreSQL would look through all that is left before it let the month
-- go. So no foreign key names these tables, nor do they name accounts, which would be locked for each new month.
-- `bundlewire verify` compares instead.
ALTER TABLE statement_lines DROP CONSTRAINT statement_lines_purchase_id_fkey;
ALTER TABLE listed_costs DROP CONSTRAINT listed_costs_purchase_id_fkey;
ALTER TABLE submissions DROP CONSTRAINT submissions_purchase_id_fkey;
ALTER TABLE confirmations DROP CONSTRAINT confirmations_purchase_id_fkey;
ALTER TABLE late_inquiries DROP CONSTRAINT late_inquiries_purchase_id_fkey;
ALTER TABLE contradictions DROP CONSTRAINT contradictions_purchase_id_fkey;
ALTER TABLE late_confirmations DROP CONSTRAINT late_confirmations_purchase_id_fkey;
ALTER TABLE route_deliveries DROP CONSTRAINT route_deliveries_purchase_id_fkey;
ALTER TABLE webhook_attempts DROP CONSTRAINT webhook_attempts_event_id_fkey;
ALTER TABLE deliveries DROP CONSTRAINT deliveries_event_id_fkey;
ALTER TABLE delivery_attempts DROP CONSTRAINT delivery_attempts_delivery_id_fkey;
ALTER TABLE purchases DROP CONSTRAINT purchases_account_id_fkey;
ALTER TABLE events DROP CONSTRAINT events_account_id_fkey;
DROP TRIGGER purchases_references ON purchases;
DROP TRIGGER purchases_fingerprint ON purchases;
DROP TRIGGER events_fan_out ON events;

-- purchase_references keeps the rule of unique references from here on. The former table keeps its index of them too, because the
-- previous version looks references up there, and what it buys while it runs is there.
DO $$
DECLARE
  has_rows CONSTANT boolean := EXISTS (SELECT FROM purchases) OR EXISTS (SELECT FROM events);
  grown record;
  part record;
  former text;
  spare text;
  bound text;
  options text;
BEGIN
  FOR grown IN
    SELECT *
      FROM (VALUES
        (1, 'delivery_attempts', 'delivery_id'),
        (2, 'webhook_attempts', 'event_id'),
        (3, 'events', 'id'),
        (4, 'confirmations', 'purchase_id'),
        (5, 'submissions', 'purchase_id'),
        (6, 'purchases', 'id')
      ) AS t (place, name, key)
     ORDER BY place
  LOOP
    former := grown.name || '_before';
    spare := grown.name || '_default';
    -- As 0090 wrote it, whenever this step runs.
    SELECT substring(pg_get_constraintdef(oid) FROM '''([^'']+)''') INTO bound
      FROM pg_constraint WHERE conrelid = grown.name::regclass AND conname = former;
    SELECT array_to_string(reloptions, ', ') INTO options FROM pg_class WHERE oid = grown.name::regclass;
    FOR part IN SELECT polname AS name FROM pg_policy WHERE polrelid = grown.name::regclass LOOP
      EXECUTE format('DROP POLICY %I ON %I', part.name, grown.name);
    END LOOP;

    EXECUTE format('ALTER TABLE %I RENAME TO %I', grown.name, former);
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (%I)',
                   grown.name, former, grown.key);
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', grown.name, former);
    FOR part IN
      SELECT conname AS name, pg_get_constraintdef(oid) AS def
        FROM pg_constraint
       WHERE conrelid = former::regclass AND contype = 'p'
    LOOP
      EXECUTE format('ALTER TABLE %I RENAME CONSTRAINT %I TO %I', former, part.name, 'before_' || part.name);
      EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I %s', grown.name, part.name, part.def);
    END LOOP;
    FOR part IN
      SELECT c.relname AS name, replace(pg_get_indexdef(c.oid), '.' || former || ' USING', '.' || grown.name || ' USING') AS def
        FROM pg_index i
        JOIN pg_class c ON c.oid = i.indexrelid
       WHERE i.indrelid = former::regclass AND NOT i.indisunique
    LOOP
      EXECUTE format('ALTER INDEX %I RENAME TO %I', part.name, 'before_' || part.name);
      EXECUTE part.def;
    END LOOP;
    -- The rights of processes that are running. db/roles/apply.ts sets them again after all migrations.
    FOR part IN
      SELECT g.privilege_type AS verb, NULL AS only, g.grantee
        FROM pg_class c, aclexplode(c.relacl) g
       WHERE c.oid = former::regclass AND g.grantee NOT IN (0, c.relowner)
       UNION ALL
      SELECT g.privilege_type, format(' (%I)', a.attname), g.grantee
        FROM pg_attribute a, aclexplode(a.attacl) g
       WHERE a.attrelid = former::regclass AND g.grantee <> 0
    LOOP
      EXECUTE format('GRANT %s%s ON %I TO %s', part.verb, part.only, grown.name, part.grantee::regrole);
    END LOOP;

    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL) %s', spare, grown.name, 'WITH (' || options || ')');
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I DEFAULT', grown.name, spare);
    IF has_rows THEN
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', grown.name, former, bound);
      EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', former, former);
    ELSE
      EXECUTE format('DROP TABLE %I', former);
    END IF;
  END LOOP;
END
$$;

-- One event of a type per subject, in each partition: an event is written in the transaction that ends its purchase.
-- It is empty: it was made above.
-- squawk-ignore disallowed-unique-constraint, constraint-missing-not-valid
ALTER TABLE events_default ADD CONSTRAINT events_default_subject_id_type_key UNIQUE (subject_id, type);

CREATE TRIGGER purchases_references
  AFTER INSERT ON purchases
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION record_references();

CREATE TRIGGER purchases_fingerprint
  AFTER UPDATE OF fingerprint ON purchases
  FOR EACH ROW EXECUTE FUNCTION follow_fingerprint();

CREATE TRIGGER events_fan_out
  AFTER INSERT ON events
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION fan_out_events();

-- As in 0058.
DO $$
DECLARE
  own CONSTANT text := $own$nullif(current_setting('bundlewire.account_id', true), '')::uuid$own$;
  protected record;
BEGIN
  FOR protected IN
    SELECT *
      FROM (VALUES
        ('delivery_attempts', 'EXISTS (SELECT FROM deliveries d WHERE d.id = delivery_id)'),
        ('events', 'account_id = %s'),
        ('purchases', 'account_id = %s'),
        ('webhook_attempts', 'EXISTS (SELECT FROM events e WHERE e.id = event_id)')
      ) AS t (name, rule)
  LOOP
    EXECUTE format('CREATE POLICY everyone ON %I USING (true) WITH CHECK (true)', protected.name);
    EXECUTE format('CREATE POLICY own_account ON %I AS RESTRICTIVE FOR SELECT TO bundlewire_reader USING (%s)',
                   protected.name, format(protected.rule, own));
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', protected.name);
  END LOOP;
END
$$;
