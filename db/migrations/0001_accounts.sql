-- Accounts: who buys, with which keys, from where, how fast and with what money. And the clock that all tables use.

-- The offset of the only clock in SQL: one row, which only tests change, in their own database.
CREATE TABLE app_clock (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  offset_ms bigint  NOT NULL DEFAULT 0
);

INSERT INTO app_clock DEFAULT VALUES;

-- The time now, in whole milliseconds as the contract's timestamps have it: what is compared is what clients see.
-- clock_timestamp(), never now(): now() does not advance in a transaction that waits for a lock.
-- In a WHERE clause write (SELECT app_now()); otherwise the planner calls it once per row and uses no index.
CREATE FUNCTION app_now() RETURNS timestamptz
LANGUAGE sql VOLATILE PARALLEL RESTRICTED
AS $$
  SELECT date_trunc('milliseconds', clock_timestamp() + offset_ms * interval '1 millisecond') FROM app_clock
$$;

-- A client and its prepaid balance. A hold moves a price from available to held and writes no statement line; the opening and
-- closing balances of a day count both.
-- Every purchase rewrites this row: half of each page stays free for its new versions, and it is vacuumed often.
CREATE TABLE accounts (
  id                    uuid        PRIMARY KEY,
  name                  text        NOT NULL,
  -- Whether it buys with real money on real networks.
  livemode              boolean     NOT NULL,
  currency              text        NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- Neither is ever negative: nothing is bought without money, and no hold ends twice.
  available             bigint      NOT NULL DEFAULT 0 CHECK (available >= 0),
  held                  bigint      NOT NULL DEFAULT 0 CHECK (held >= 0),
  -- Number of the last statement line: an account's lines are numbered from 1 without gaps.
  line_seq              bigint      NOT NULL DEFAULT 0,
  last_movement_at      timestamptz,
  -- End of the last closed day: no movement is dated before it.
  sealed_until          timestamptz,
  rate_limit_per_second integer     NOT NULL DEFAULT 100 CHECK (rate_limit_per_second > 0),
  -- When and whom to mail that the available balance is low; no mail where either is null.
  low_balance_threshold bigint      CHECK (low_balance_threshold BETWEEN 1 AND 9007199254740991),
  low_balance_email     text        CHECK (low_balance_email ~ '^[^@[:space:]]+@[^@[:space:]]+$'),
  created_at            timestamptz NOT NULL DEFAULT app_now(),
  updated_at            timestamptz NOT NULL DEFAULT app_now(),

  -- 2^53 - 1 minor units is the most that JavaScript and JSON clients count exactly; beyond it an amount loses units on its way.
  CONSTRAINT accounts_exact CHECK (available + held <= 9007199254740991)
) WITH (fillfactor = 50, autovacuum_vacuum_threshold = 100, autovacuum_vacuum_scale_factor = 0);

-- A closed statement never changes, its currency included.
CREATE FUNCTION refuse_new_currency() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION 'the currency of an account never changes; open another account';
END
$$;

CREATE TRIGGER accounts_currency_fixed
  BEFORE UPDATE OF currency ON accounts
  FOR EACH ROW WHEN (OLD.currency IS DISTINCT FROM NEW.currency) EXECUTE FUNCTION refuse_new_currency();

-- API keys, as SHA-256 of the whole key: the key itself is shown once and never stored.
CREATE TABLE api_keys (
  id         uuid        PRIMARY KEY,
  account_id uuid        NOT NULL REFERENCES accounts (id),
  key_hash   bytea       NOT NULL UNIQUE CHECK (length(key_hash) = 32),
  last_four  text        NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  revoked_at timestamptz
);

-- Serves db/accounts/api-keys.ts: the keys of an account.
CREATE INDEX api_keys_account ON api_keys (account_id);

-- From where an account's keys may be used; an account without a row may be used from anywhere. Not columns of accounts,
-- whose row every movement of money rewrites.
CREATE TABLE account_allowed_ranges (
  account_id uuid NOT NULL REFERENCES accounts (id),
  -- One address or a CIDR range; IPv4 is always written as IPv4, never as mapped IPv6.
  range      cidr NOT NULL,
  PRIMARY KEY (account_id, range)
);

-- What all API processes together have taken of an account's budget in the current second. Unlogged: it starts empty after a
-- crash, and no request waits for its WAL.
CREATE UNLOGGED TABLE rate_windows (
  account_id   uuid        NOT NULL,
  -- 'requests' counts all of them; 'number_lookups' has a separate, smaller budget.
  kind         text        NOT NULL CHECK (kind IN ('requests', 'number_lookups')),
  window_start timestamptz NOT NULL,
  taken        integer     NOT NULL CHECK (taken >= 0),
  PRIMARY KEY (account_id, kind)
) WITH (fillfactor = 50, autovacuum_vacuum_threshold = 100, autovacuum_vacuum_scale_factor = 0);

-- One row each time the available balance fell below the threshold, written by the transaction that took it there.
CREATE TABLE low_balance_alerts (
  id         uuid        PRIMARY KEY,
  account_id uuid        NOT NULL REFERENCES accounts (id),
  threshold  bigint      NOT NULL,
  available  bigint      NOT NULL,
  at         timestamptz NOT NULL,
  attempts   integer     NOT NULL DEFAULT 0,
  -- How its mail ended; no_address also where no mail server is configured.
  outcome    text        CHECK (outcome IN ('sent', 'given_up', 'no_address')),
  ended_at   timestamptz,

  CONSTRAINT low_balance_alerts_ended_at CHECK ((outcome IS NULL) = (ended_at IS NULL))
);
