-- First of four steps to tables by month (0093). Here, what such tables need is added beside what is there; no step changes what
-- the previous version does.

-- References of purchases: each buys once per account. The tables by month cannot keep this rule, because it does not name the month.
-- A row stays when its purchase is archived, so that its reference never buys again.
CREATE TABLE purchase_references (
  account_id  uuid NOT NULL,
  reference   text COLLATE "C" NOT NULL,
  purchase_id uuid NOT NULL,
  PRIMARY KEY (account_id, reference)
);

CREATE POLICY everyone ON purchase_references USING (true) WITH CHECK (true);
CREATE POLICY own_account ON purchase_references AS RESTRICTIVE FOR SELECT TO bundlewire_reader
  USING (account_id = nullif(current_setting('bundlewire.account_id', true), '')::uuid);
ALTER TABLE purchase_references ENABLE ROW LEVEL SECURITY;

-- A trigger, because no program may forget it, that of the previous version included.
CREATE FUNCTION record_references() RETURNS trigger
LANGUAGE plpgsql
-- As its owner: programs need no right to write references.
SECURITY DEFINER SET search_path FROM CURRENT
AS $$
BEGIN
  INSERT INTO purchase_references (account_id, reference, purchase_id)
  SELECT account_id, reference, id FROM added;
  RETURN NULL;
END
$$;

CREATE TRIGGER purchases_references
  AFTER INSERT ON purchases
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION record_references();

-- The first UUIDv7 of the month of a time, in UTC.
CREATE FUNCTION first_id_of_month(at timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE
RETURN (lpad(to_hex((extract(epoch FROM date_trunc('month', at, 'UTC')) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;

-- The time in a UUIDv7, or in what begins like one.
CREATE FUNCTION time_of_id(id uuid) RETURNS timestamptz
LANGUAGE sql IMMUTABLE
RETURN to_timestamp(('x' || substr(replace(id::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0);

-- What each table holds up to its attachment is older than the month after next. Checked by the next step, without a lock that
-- a purchase waits for; the rule makes the attachment a matter of a moment.
DO $$
DECLARE
  bound CONSTANT uuid := first_id_of_month(now() + interval '2 months');
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
