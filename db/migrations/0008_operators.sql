-- Who did what, and why. Append-only by use; funding and adjustments name their row in the note.
CREATE TABLE operator_actions (
  id         uuid        PRIMARY KEY,
  at         timestamptz NOT NULL DEFAULT app_now(),
  operator   text        NOT NULL,
  action     text        NOT NULL,
  account_id uuid        REFERENCES accounts (id),
  subject    text        NOT NULL,
  reason     text        NOT NULL,
  details    json        NOT NULL DEFAULT '{}'
);
