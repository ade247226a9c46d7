-- Personal data: the erasure of a phone number from an account's records.

-- The key with which an account's erased numbers are hashed, encrypted under a key from the environment. It never changes, so that
-- the same number always gets the same pseudonym. Not a column of accounts, whose row every movement of money rewrites.
CREATE TABLE erasure_keys (
  account_id uuid        PRIMARY KEY REFERENCES accounts (id),
  sealed_key bytea       NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now()
);

-- Requests to erase a number. Its steps can be repeated at any time, so a process that stops in the middle only delays it.
CREATE TABLE erasures (
  id                  uuid        PRIMARY KEY,
  account_id          uuid        NOT NULL REFERENCES accounts (id),
  -- What stands in place of the number from then on: a keyed hash, written as a number that no one can have.
  pseudonym           text        NOT NULL CHECK (pseudonym ~ '^\+999[0-9]{12}$'),
  -- The number, encrypted under a key from the environment; null as soon as the erasure is completed.
  sealed_number       bytea,
  requested_at        timestamptz NOT NULL,
  completed_at        timestamptz,
  -- When a worker takes it up, or looks again whether what it waits for has ended.
  next_run_at         timestamptz NOT NULL,
  -- What it waits for; null if it waits for nothing.
  waits_for           text        CHECK (waits_for IN ('purchase', 'late_inquiry', 'campaign', 'closing', 'webhook')),
  -- Campaigns up to this one were looked through.
  searched_batch      uuid,
  -- How many of each were changed, added in the transactions that change them.
  purchases           integer     NOT NULL DEFAULT 0,
  statement_lines     integer     NOT NULL DEFAULT 0,
  events              integer     NOT NULL DEFAULT 0,
  campaign_rows       integer     NOT NULL DEFAULT 0,
  -- Purchases whose reference contains the number. A reference stays as it is, because it buys only once.
  references_kept     integer     NOT NULL DEFAULT 0,

  -- The number is forgotten exactly when nothing is left to erase.
  CONSTRAINT erasures_completed CHECK ((completed_at IS NULL) = (sealed_number IS NOT NULL))
);

-- A second request for the same number joins the first one.
-- Serves db/privacy/erasures.ts: ON CONFLICT, and the running erasure of a number.
CREATE UNIQUE INDEX erasures_running ON erasures (account_id, pseudonym) WHERE completed_at IS NULL;

-- Serves db/privacy/erasures.ts: those that a worker takes up next.
CREATE INDEX erasures_due ON erasures (next_run_at) WHERE completed_at IS NULL;

-- Serves db/privacy/erasures.ts: the list of an account, newest first.
CREATE INDEX erasures_newest ON erasures (account_id, id DESC);

-- New seals of closed days whose lines had a number erased. Each continues from the seal before it, the first one from that of the
-- statement: former_seal was compared with the lines in the same transaction, so the number is all that has changed.
CREATE TABLE statement_reseals (
  account_id  uuid        NOT NULL,
  day         date        NOT NULL,
  -- 1, 2, 3 … per day.
  number      integer     NOT NULL CHECK (number >= 1),
  erasure_id  uuid        NOT NULL REFERENCES erasures (id),
  former_seal bytea       NOT NULL CHECK (length(former_seal) = 32),
  seal        bytea       NOT NULL CHECK (length(seal) = 32),
  -- How many lines were changed.
  lines       integer     NOT NULL CHECK (lines >= 1),
  sealed_at   timestamptz NOT NULL,
  PRIMARY KEY (account_id, day, number),
  CONSTRAINT statement_reseals_statement FOREIGN KEY (account_id, day) REFERENCES statements (account_id, day)
);

CREATE TRIGGER statement_reseals_append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON statement_reseals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Lines stay append-only, with one exception: an erasure that is under way replaces its number by its pseudonym. Everything else of
-- the line stays, and a transaction that changes a line by mistake has not switched this on.
DROP TRIGGER statement_lines_append_only ON statement_lines;

CREATE TRIGGER statement_lines_append_only
  BEFORE DELETE OR TRUNCATE ON statement_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER statement_lines_never_change
  BEFORE UPDATE ON statement_lines
  FOR EACH STATEMENT WHEN (current_setting('bundlewire.erasing', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION refuse_change();

CREATE FUNCTION refuse_more_than_erasure() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF old.phone_number IS NULL
     OR (to_jsonb(new) - 'phone_number') IS DISTINCT FROM (to_jsonb(old) - 'phone_number')
     OR NOT EXISTS (SELECT FROM erasures e
                     WHERE e.account_id = new.account_id AND e.pseudonym = new.phone_number AND e.completed_at IS NULL) THEN
    RAISE EXCEPTION 'statement_lines is append-only: only the number of an erasure under way may be replaced';
  END IF;
  RETURN new;
END
$$;

CREATE TRIGGER statement_lines_only_erased
  BEFORE UPDATE ON statement_lines
  FOR EACH ROW EXECUTE FUNCTION refuse_more_than_erasure();

-- Serves db/privacy/records.ts: callbacks about the purchases of an erased number.
CREATE INDEX gateway_callbacks_purchase ON gateway_callbacks (purchase_id) WHERE purchase_id IS NOT NULL;
