-- First of four steps to tables by month (0090 to 0093). It adds beside what is there what such tables need. The previous version
-- works as before after each step.

-- All locks before the first change: a purchase never waits for one while it holds another one that is needed here. The first lock ends an
-- autovacuum, and lets purchases pass. The second waits for less than the time after which PostgreSQL looks for a deadlock; if that is
-- not enough, db/migrate.ts tries again.
SET LOCAL lock_timeout = '5s';
LOCK TABLE purchases, submissions, confirmations, events, webhook_attempts, delivery_attempts IN SHARE UPDATE EXCLUSIVE MODE;
SET LOCAL lock_timeout = '200ms';
LOCK TABLE purchases, submissions, confirmations, events, webhook_attempts, delivery_attempts IN ACCESS EXCLUSIVE MODE;

-- References of purchases: each buys once per account. The tables by month cannot keep this rule, because it does not name the month.
-- A row stays when its purchase is archived, so that its reference never buys again.
CREATE TABLE purchase_references (
  account_id  uuid NOT NULL,
  reference   text COLLATE "C" NOT NULL,
  purchase_id uuid NOT NULL,
  -- As in purchases: so that a repeated request is known without a look into any month.
  fingerprint bytea NOT NULL,
  PRIMARY KEY (account_id, reference)
);

CREATE POLICY everyone ON purchase_references USING (true) WITH CHECK (true);
CREATE POLICY own_account ON purchase_references AS RESTRICTIVE FOR SELECT TO bundlewire_reader
  USING (account_id = nullif(current_setting('bundlewire.account_id', true), '')::uuid);
ALTER TABLE purchase_references ENABLE ROW LEVEL SECURITY;

-- Triggers, because no program may forget them, that of the previous version included. They run as their owner, so programs need no
-- right to write references. pg_temp is last, or else a temporary table could take the place of a table.
CREATE FUNCTION record_references() RETURNS trigger
LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  INSERT INTO public.purchase_references (account_id, reference, purchase_id, fingerprint)
  SELECT account_id, reference, id, fingerprint FROM added;
  RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION record_references() FROM PUBLIC;

CREATE TRIGGER purchases_references
  AFTER INSERT ON purchases
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION record_references();

-- An erasure of a number replaces the fingerprint.
CREATE FUNCTION follow_fingerprint() RETURNS trigger
LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  UPDATE public.purchase_references
     SET fingerprint = NEW.fingerprint
   WHERE account_id = NEW.account_id AND reference = NEW.reference;
  RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION follow_fingerprint() FROM PUBLIC;

CREATE TRIGGER purchases_fingerprint
  AFTER UPDATE OF fingerprint ON purchases
  FOR EACH ROW EXECUTE FUNCTION follow_fingerprint();

-- The first UUIDv7 of the month of a time, in UTC.
CREATE FUNCTION first_id_of_month(at timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE
RETURN (lpad(to_hex((extract(epoch FROM date_trunc('month', at, 'UTC')) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;

-- The time in a UUIDv7, or in what begins like one.
CREATE FUNCTION time_of_id(id uuid) RETURNS timestamptz
LANGUAGE sql IMMUTABLE
RETURN to_timestamp(('x' || substr(replace(id::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0);

-- All that each table holds when it becomes a partition is older than this bound. The next step checks it without a lock that a
-- purchase waits for, so that the last step only has to attach the table. From the bound on, rows would be refused until then, and
-- that is two months away at least.
DO $$
DECLARE
  bound CONSTANT uuid := first_id_of_month((now() AT TIME ZONE 'UTC' + interval '3 months') AT TIME ZONE 'UTC');
  grown record;
BEGIN
  FOR grown IN
    SELECT *
      FROM (VALUES
        ('purchases', 'id'),
        ('submissions', 'purchase_id'),
        ('confirmations', 'purchase_id'),
        ('events', 'id'),
        ('webhook_attempts', 'event_id'),
        ('delivery_attempts', 'delivery_id')
      ) AS t (name, key)
  LOOP
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I CHECK (%I < %L::uuid) NOT VALID',
                   grown.name, grown.name || '_before', grown.key, bound);
  END LOOP;
END
$$;
