-- The audit log: who did what, when, from where, and why. It takes the place of operator_actions.

-- Append-only. Entries of an account form one chain, and those that concern no account form the chain `platform`. Each entry
-- has the hash of the one before it. The trigger `audit_log_append` sets chain, seq, at and both hashes. No phone numbers, no
-- secrets.
CREATE TABLE audit_log (
  chain          text        NOT NULL,
  seq            bigint      NOT NULL CHECK (seq >= 1),
  id             uuid        NOT NULL UNIQUE,
  -- Null where it concerns no account, or all.
  account_id     uuid        REFERENCES accounts (id),
  at             timestamptz NOT NULL,
  -- See domain/access/principal.ts.
  principal_kind text        NOT NULL CHECK (principal_kind IN ('key', 'person', 'staff', 'operator', 'process')),
  -- The id of the key or person, or the name of the operator or process. `unknown` for keys before they were recorded.
  principal_id   text        NOT NULL,
  -- The session of a person.
  session_id     text,
  address        inet,
  user_agent     text        CHECK (length(user_agent) <= 300),
  action         text        NOT NULL,
  -- An identifier, or a word such as `account`.
  subject        text        NOT NULL,
  reason         text,
  -- json and not jsonb, because the text is hashed.
  before         json,
  after          json,
  previous_hash  bytea       NOT NULL,
  hash           bytea       NOT NULL,
  -- Serves db/audit/chains.ts: the entries of a chain in order.
  PRIMARY KEY (chain, seq),

  -- A hash covers milliseconds, so that JSON and CSV have all that was hashed.
  CONSTRAINT audit_log_milliseconds CHECK (at = date_trunc('milliseconds', at)),
  CONSTRAINT audit_log_chain CHECK (account_id IS NULL OR chain = account_id::text)
);

-- Serves db/audit/search.ts, db/audit/once.ts, db/accounts/exact-day.ts: the entries of an account, newest first; what was moved by hand today.
CREATE INDEX audit_log_account ON audit_log (account_id, at DESC, seq DESC);

-- Serves db/audit/search.ts: what was done to one thing.
CREATE INDEX audit_log_subject ON audit_log (subject, at DESC);

-- Serves db/audit/search.ts: the entries of all accounts and of the platform, newest first.
CREATE INDEX audit_log_at ON audit_log (at DESC, seq DESC, id DESC);

-- The last entry of each chain. It shows whether the newest entries were removed. Its row is the lock of
-- its chain. Each entry rewrites it: half of each page stays free for new versions.
CREATE TABLE audit_heads (
  chain text        PRIMARY KEY,
  seq   bigint      NOT NULL CHECK (seq >= 0),
  at    timestamptz NOT NULL,
  hash  bytea       NOT NULL
) WITH (fillfactor = 50);

-- The hash of an entry, over all its other columns. domain/crypto/audit-hash.ts computes the same: change both together, under
-- a new version.
CREATE FUNCTION audit_hash(entry audit_log) RETURNS bytea
LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT sha256(convert_to(string_agg(coalesce(octet_length(convert_to(field, 'UTF8')) || ':' || field, '-'), E'\n'
                                      ORDER BY n), 'UTF8'))
    FROM unnest(ARRAY['bundlewire audit 1', encode(entry.previous_hash, 'hex'), entry.chain, entry.seq::text, entry.id::text,
                      entry.account_id::text, to_char(entry.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                      entry.principal_kind, entry.principal_id, entry.session_id, host(entry.address), entry.user_agent,
                      entry.action, entry.subject, entry.reason, entry.before::text, entry.after::text])
         WITH ORDINALITY AS fields (field, n)
$$;

-- Adds each inserted entry to its chain. It runs as the owner, because the role of the processes may not write heads.
CREATE FUNCTION audit_append() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  head audit_heads;
BEGIN
  NEW.chain := coalesce(NEW.account_id::text, 'platform');
  SELECT * INTO head FROM audit_heads WHERE chain = NEW.chain FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO audit_heads (chain, seq, at, hash)
    VALUES (NEW.chain, 0, '-infinity', sha256(convert_to('bundlewire audit 1 ' || NEW.chain, 'UTF8')))
    ON CONFLICT (chain) DO NOTHING;
    SELECT * INTO head FROM audit_heads WHERE chain = NEW.chain FOR UPDATE;
  END IF;
  NEW.seq := head.seq + 1;
  -- Only the copy below keeps its times.
  NEW.at := greatest(CASE WHEN TG_NARGS = 1 THEN date_trunc('milliseconds', NEW.at) ELSE app_now() END, head.at);
  NEW.previous_hash := head.hash;
  NEW.hash := audit_hash(NEW);
  UPDATE audit_heads SET seq = NEW.seq, at = NEW.at, hash = NEW.hash WHERE chain = NEW.chain;
  RETURN NEW;
END
$$;

-- What operators did before.
LOCK TABLE operator_actions IN ACCESS EXCLUSIVE MODE;

CREATE TRIGGER audit_log_append
  BEFORE INSERT ON audit_log
  FOR EACH ROW EXECUTE FUNCTION audit_append('copy');

INSERT INTO audit_log (id, account_id, at, principal_kind, principal_id, action, subject, reason, after)
SELECT id, account_id, at, CASE operator WHEN 'client' THEN 'key' ELSE 'operator' END,
       CASE operator WHEN 'client' THEN 'unknown' ELSE operator END, action, subject, reason,
       CASE WHEN details::text <> '{}' THEN details END
  FROM operator_actions
 ORDER BY at, id;

DROP TRIGGER audit_log_append ON audit_log;

CREATE TRIGGER audit_log_append
  BEFORE INSERT ON audit_log
  FOR EACH ROW EXECUTE FUNCTION audit_append();

CREATE TRIGGER audit_log_append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A head only moves to the next entry.
CREATE FUNCTION refuse_other_head() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF NEW.chain <> OLD.chain OR NEW.seq <> OLD.seq + 1 THEN
    RAISE EXCEPTION 'the head of an audit chain only moves to the next entry';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER audit_heads_forward
  BEFORE UPDATE ON audit_heads
  FOR EACH ROW EXECUTE FUNCTION refuse_other_head();

CREATE TRIGGER audit_heads_stay
  BEFORE DELETE OR TRUNCATE ON audit_heads
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- For processes of the previous version while they are replaced. The next release removes it.
DROP TABLE operator_actions;

CREATE VIEW operator_actions AS
SELECT id, at, CASE principal_kind WHEN 'key' THEN 'client' ELSE principal_id END AS operator, action, account_id, subject,
       coalesce(reason, '') AS reason, coalesce(after, '{}') AS details
  FROM audit_log;

CREATE FUNCTION operator_actions_insert() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO audit_log (id, account_id, principal_kind, principal_id, action, subject, reason, after)
  VALUES (NEW.id, NEW.account_id, CASE NEW.operator WHEN 'client' THEN 'key' ELSE 'operator' END,
          CASE NEW.operator WHEN 'client' THEN 'unknown' ELSE NEW.operator END, NEW.action, NEW.subject, NEW.reason,
          CASE WHEN NEW.details::text <> '{}' THEN NEW.details END);
  RETURN NEW;
END
$$;

CREATE TRIGGER operator_actions_insert
  INSTEAD OF INSERT ON operator_actions
  FOR EACH ROW EXECUTE FUNCTION operator_actions_insert();

-- The processes' role of deploy/postgres/roles.sql adds entries and reads them. It may do nothing else to the log.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'bundlewire_app') THEN
    REVOKE UPDATE, DELETE, TRUNCATE ON audit_log FROM bundlewire_app;
    REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON audit_heads FROM bundlewire_app;
    REVOKE UPDATE, DELETE, TRUNCATE ON operator_actions FROM bundlewire_app;
  END IF;
END
$$;
