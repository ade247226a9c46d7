-- Operations: what operators did, and what the verifier found. The database's roles are in deploy/postgres/roles.sql.

-- Who did what, and why. Nothing deletes or changes a row; funding and adjustments name the statement line in their details.
CREATE TABLE operator_actions (
  id         uuid        PRIMARY KEY,
  at         timestamptz NOT NULL DEFAULT app_now(),
  operator   text        NOT NULL,
  action     text        NOT NULL,
  -- Null where it concerns all accounts.
  account_id uuid        REFERENCES accounts (id),
  -- An identifier, or a word such as `account`.
  subject    text        NOT NULL,
  reason     text        NOT NULL,
  details    json        NOT NULL DEFAULT '{}'
);

-- Serves db/accounts/operator-actions.ts: what was done to one thing.
CREATE INDEX operator_actions_subject ON operator_actions (subject, at DESC);

-- Serves db/accounts/operator-actions.ts, db/accounts/accounts.ts: what was done to an account; what was moved by hand today.
CREATE INDEX operator_actions_account ON operator_actions (account_id, at DESC);

-- What each recorded run of the verifier found: monitoring sees a broken invariant, and a verifier that no longer runs.
CREATE TABLE verifications (
  at          timestamptz PRIMARY KEY,
  broken      integer     NOT NULL CHECK (broken >= 0),
  not_checked integer     NOT NULL CHECK (not_checked >= 0),
  -- Which invariants are broken.
  numbers     integer[]   NOT NULL
);
