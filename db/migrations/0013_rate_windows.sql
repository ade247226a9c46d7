-- What the API processes together have taken of an account's budget in the current second. Unlogged: after a crash it begins
-- again, and no request waits for its WAL.
CREATE UNLOGGED TABLE rate_windows (
  account_id   uuid        NOT NULL,
  -- 'requests' counts all of them, 'number_lookups' has a tighter budget of its own.
  kind         text        NOT NULL CHECK (kind IN ('requests', 'number_lookups')),
  window_start timestamptz NOT NULL,
  taken        integer     NOT NULL CHECK (taken >= 0),
  PRIMARY KEY (account_id, kind)
) WITH (fillfactor = 50, autovacuum_vacuum_threshold = 100, autovacuum_vacuum_scale_factor = 0);
