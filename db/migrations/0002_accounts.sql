-- An account and its money. A hold moves price from available to held and writes no statement line;
-- opening and closing balances of a day count both.
CREATE TABLE accounts (
  id                    uuid        PRIMARY KEY,
  name                  text        NOT NULL,
  livemode              boolean     NOT NULL,
  currency              text        NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  available             bigint      NOT NULL DEFAULT 0 CHECK (available >= 0),
  held                  bigint      NOT NULL DEFAULT 0 CHECK (held >= 0),
  -- Number of the last statement line; lines of an account are dense from 1.
  line_seq              bigint      NOT NULL DEFAULT 0,
  last_movement_at      timestamptz,
  -- End of the last sealed day: no movement is ever dated before it.
  sealed_until          timestamptz,
  rate_limit_per_second integer     NOT NULL DEFAULT 100 CHECK (rate_limit_per_second > 0),
  created_at            timestamptz NOT NULL DEFAULT app_now(),
  updated_at            timestamptz NOT NULL DEFAULT app_now()
) WITH (fillfactor = 50, autovacuum_vacuum_threshold = 100, autovacuum_vacuum_scale_factor = 0);

-- Keys are kept as SHA-256 of the whole key; the key itself is shown once and never stored.
CREATE TABLE api_keys (
  id         uuid        PRIMARY KEY,
  account_id uuid        NOT NULL REFERENCES accounts (id),
  key_hash   bytea       NOT NULL UNIQUE CHECK (length(key_hash) = 32),
  last_four  text        NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  revoked_at timestamptz
);

CREATE INDEX api_keys_account ON api_keys (account_id);

-- Where an account's webhooks go. The secret is sealed with AES-256-GCM under a key from the environment.
CREATE TABLE webhook_endpoints (
  account_id    uuid        PRIMARY KEY REFERENCES accounts (id),
  url           text        NOT NULL,
  sealed_secret bytea       NOT NULL,
  -- Further event types that this endpoint asked for; the three of the contract are always sent.
  extra_events  text[]      NOT NULL DEFAULT '{}',
  created_at    timestamptz NOT NULL DEFAULT app_now(),
  updated_at    timestamptz NOT NULL DEFAULT app_now()
);
