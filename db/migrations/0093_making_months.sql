-- Fourth step: how months are made ahead, and what is remembered of those that left.

-- An erasure that ran beside 0091 may have replaced a fingerprint before it was copied.
UPDATE purchase_references n
   SET fingerprint = p.fingerprint
  FROM purchases p
 WHERE p.account_id IN (SELECT account_id FROM erasures) AND p.account_id = n.account_id AND p.reference = n.reference
   AND n.fingerprint <> p.fingerprint;

-- Makes the partitions of this month and of so many after it that do not exist. Each is like the default partition of its table, which
-- takes rows that have no month; if it has rows of the month, they move. Workers call it, and may do nothing else to tables.
CREATE FUNCTION make_months(ahead integer) RETURNS integer
LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
SET timezone = 'UTC'
-- Less than the time after which PostgreSQL looks for a deadlock: this gives way to a purchase, and the next call tries again.
SET lock_timeout = '200ms'
AS $$
DECLARE
  made integer := 0;
  grown record;
  from_id uuid;
  to_id uuid;
  newest uuid;
  month_name text;
  first timestamptz;
BEGIN
  IF ahead NOT BETWEEN 0 AND 24 THEN RAISE EXCEPTION 'months ahead must be from 0 to 24, not %', ahead; END IF;
  -- Another process makes them.
  IF NOT pg_try_advisory_xact_lock(4711025) THEN RETURN 0; END IF;
  FOR grown IN
    SELECT t.relname AS parent, d.relname AS spare, a.attname AS key,
           coalesce(' WITH (' || array_to_string(d.reloptions, ', ') || ')', '') AS options
      FROM pg_partitioned_table p
      JOIN pg_class t ON t.oid = p.partrelid AND t.relnamespace = 'public'::regnamespace
      JOIN pg_class d ON d.oid = p.partdefid
      JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = p.partattrs[0]
     ORDER BY t.relname
  LOOP
    SELECT substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''([^'']+)''\)')::uuid AS bound
      INTO newest
      FROM pg_inherits i
      JOIN pg_class c ON c.oid = i.inhrelid
      JOIN pg_class t ON t.oid = i.inhparent
     WHERE t.relname = grown.parent AND t.relnamespace = 'public'::regnamespace
     ORDER BY bound DESC NULLS LAST
     LIMIT 1;
    -- From the end of the newest one on, if no one has called this for months.
    first := least(date_trunc('month', now()), coalesce(public.time_of_id(newest), now()));
    FOR month IN 0 .. 1200 LOOP
      from_id := public.first_id_of_month(first + month * interval '1 month');
      to_id := public.first_id_of_month(first + (month + 1) * interval '1 month');
      EXIT WHEN first + month * interval '1 month' > now() + ahead * interval '1 month';
      -- It exists, or was archived, or is a part of the time before the first month.
      CONTINUE WHEN to_id <= newest;
      month_name := grown.parent || to_char(public.time_of_id(from_id), '_YYYY_MM');
      EXECUTE format('LOCK TABLE public.%I IN ACCESS EXCLUSIVE MODE', grown.spare);
      EXECUTE format('CREATE TABLE public.%I (LIKE public.%I INCLUDING ALL)', month_name, grown.spare) || grown.options;
      EXECUTE format('WITH moved AS (DELETE FROM public.%1$I WHERE %2$I >= %3$L AND %2$I < %4$L RETURNING *)
                      INSERT INTO public.%5$I SELECT * FROM moved', grown.spare, grown.key, from_id, to_id, month_name);
      EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION public.%I FOR VALUES FROM (%L) TO (%L)',
                     grown.parent, month_name, from_id, to_id);
      made := made + 1;
    END LOOP;
  END LOOP;
  RETURN made;
END
$$;
REVOKE EXECUTE ON FUNCTION make_months FROM PUBLIC;

-- Statistics of the tables by month as a whole, for the planner: autovacuum looks only at their months. At most once a day.
CREATE FUNCTION analyze_months() RETURNS integer
LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
SET lock_timeout = '200ms'
AS $$
DECLARE
  analyzed integer := 0;
  grown record;
BEGIN
  FOR grown IN
    SELECT t.relname AS name
      FROM pg_partitioned_table p
      JOIN pg_class t ON t.oid = p.partrelid AND t.relnamespace = 'public'::regnamespace
     WHERE coalesce(pg_stat_get_last_analyze_time(t.oid), '-infinity') < now() - interval '1 day'
     ORDER BY t.relname
  LOOP
    EXECUTE format('ANALYZE ONLY public.%I', grown.name);
    analyzed := analyzed + 1;
  END LOOP;
  RETURN analyzed;
END
$$;
REVOKE EXECUTE ON FUNCTION analyze_months FROM PUBLIC;

-- Months that were exported and removed. What was about a purchase in one of them is no longer compared with it.
CREATE TABLE archived_months (
  subject     text        NOT NULL CHECK (subject IN ('purchases', 'events')),
  -- The end of the names of its partitions, such as 2026_11.
  name        text        NOT NULL,
  -- The first identifier of it, and the first one after it.
  first       uuid        NOT NULL,
  below       uuid        NOT NULL,
  detached_at timestamptz NOT NULL,
  -- The campaigns whose rows leave with it.
  batches     uuid[]      NOT NULL,
  -- Null while its tables are still exported or removed.
  archived_at timestamptz,
  -- [{name, rows, sha256}]; empty until all are written.
  files       json        NOT NULL,
  PRIMARY KEY (subject, name)
);

-- Identifiers below it may have been archived. `kept` is purchases or events. As its owner: it shows nothing else of the table.
CREATE FUNCTION first_kept_id(kept text) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
RETURN (SELECT coalesce((array_agg(below ORDER BY below DESC))[1], '00000000-0000-0000-0000-000000000000')
          FROM public.archived_months
         WHERE subject = kept);

SELECT make_months(3);
SELECT analyze_months();
