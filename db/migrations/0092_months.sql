-- Last step: what grows with every purchase is kept by month. A month is a partition by the time in the UUIDv7 of its key, so that
-- a row by key is looked up in one partition, and old months leave as a whole. Rows from before stay where they are: their table
-- becomes the first partition. It takes a moment, because nothing is copied or checked here.

-- Makes the partitions of this month and of so many after it. Each is like the default partition of its table, which takes what
-- has no month. A month that already has rows there is left out. Workers call it, and may do nothing else to tables.
CREATE FUNCTION make_months(ahead integer) RETURNS integer
LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT
-- Less than the time after which PostgreSQL looks for a deadlock: a purchase never gives way to this, the next call tries again.
SET lock_timeout = '200ms'
AS $$
DECLARE
  made integer := 0;
  grown record;
  from_id uuid;
  to_id uuid;
  newest uuid;
  name text;
  taken boolean;
BEGIN
  IF ahead NOT BETWEEN 0 AND 24 THEN RAISE EXCEPTION 'months ahead must be from 0 to 24, not %', ahead; END IF;
  -- Another process makes them.
  IF NOT pg_try_advisory_xact_lock(4711025) THEN RETURN 0; END IF;
  FOR grown IN
    SELECT t.relname AS parent, d.relname AS spare, a.attname AS key, coalesce(array_to_string(d.reloptions, ', '), '') AS options
      FROM pg_partitioned_table p
      JOIN pg_class t ON t.oid = p.partrelid AND t.relnamespace = current_schema()::regnamespace
      JOIN pg_class d ON d.oid = p.partdefid
      JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = p.partattrs[0]
     ORDER BY t.relname
  LOOP
    SELECT substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''([^'']+)''\)')::uuid AS bound
      INTO newest
      FROM pg_inherits i
      JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = grown.parent::regclass
     ORDER BY bound DESC NULLS LAST
     LIMIT 1;
    FOR month IN 0 .. ahead LOOP
      from_id := first_id_of_month(now() + month * interval '1 month');
      to_id := first_id_of_month(now() + (month + 1) * interval '1 month');
      -- Also what lies before the newest one: it was archived, or is the time before the first month.
      CONTINUE WHEN to_id <= newest;
      EXECUTE format('SELECT EXISTS (SELECT FROM %1$I WHERE %2$I >= %3$L AND %2$I < %4$L)',
                     grown.spare, grown.key, from_id, to_id) INTO taken;
      CONTINUE WHEN taken;
      name := grown.parent || to_char(date_trunc('month', now(), 'UTC') AT TIME ZONE 'UTC' + month * interval '1 month', '_YYYY_MM');
      EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', name, grown.spare)
              || CASE grown.options WHEN '' THEN '' ELSE format(' WITH (%s)', grown.options) END;
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', grown.parent, name, from_id, to_id);
      made := made + 1;
    END LOOP;
  END LOOP;
  RETURN made;
END
$$;
REVOKE EXECUTE ON FUNCTION make_months FROM PUBLIC;

-- A month leaves as a whole, whatever still names its rows, and PostgreSQL would look through all that is left before it let the month
-- go. So no foreign key names these tables; `bundlewire verify` compares what names them instead.
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
DROP TRIGGER purchases_references ON purchases;
DROP TRIGGER events_fan_out ON events;
-- purchase_references keeps the rule of unique references from here on. The table of before keeps its index of them too, because the
-- previous version looks references up there, and what it buys while it runs is there.

DO $$
DECLARE
  grown record;
  part record;
  former text;
  spare text;
  bound text;
  options text;
  has_rows boolean;
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
       WHERE conrelid = former::regclass AND contype IN ('p', 'f')
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

    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL) %s', spare, grown.name, 'WITH (' || options || ')');
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I DEFAULT', grown.name, spare);
    EXECUTE format('SELECT EXISTS (SELECT FROM %I)', former) INTO has_rows;
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

-- Months that were exported and left. What was about a purchase in one of them is no longer compared with it.
CREATE TABLE archived_months (
  subject     text        NOT NULL CHECK (subject IN ('purchases', 'events')),
  -- The end of the names of its partitions, such as 2026_11.
  name        text        NOT NULL,
  -- The first identifier of it, and the first one after it.
  first       uuid        NOT NULL,
  below       uuid        NOT NULL,
  detached_at timestamptz NOT NULL,
  -- Null while its tables are still exported or removed.
  archived_at timestamptz,
  -- [{name, rows, sha256}]; empty until all are written.
  files       json        NOT NULL,
  PRIMARY KEY (subject, name)
);

-- Identifiers below it may have been archived. `kept` is purchases or events. As its owner: it tells nothing else of the table.
CREATE FUNCTION first_kept_id(kept text) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT
RETURN (SELECT coalesce((array_agg(below ORDER BY below DESC))[1], '00000000-0000-0000-0000-000000000000') FROM archived_months WHERE subject = kept);

SELECT make_months(3);
