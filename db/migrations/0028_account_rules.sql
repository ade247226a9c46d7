-- What an account may spend, which bundles it may buy, and which numbers it never buys for.

-- One row per account that has a rule. Not columns of accounts, whose row every movement of money rewrites. Limits are enforced, and
-- what they count is moved, only under the account's lock.
CREATE TABLE account_rules (
  account_id      uuid        PRIMARY KEY REFERENCES accounts (id),
  -- Most that one campaign, one UTC day and one UTC month may spend, in minor units; null for no limit.
  campaign_limit  bigint      CHECK (campaign_limit BETWEEN 0 AND 9007199254740991),
  day_limit       bigint      CHECK (day_limit BETWEEN 0 AND 9007199254740991),
  month_limit     bigint      CHECK (month_limit BETWEEN 0 AND 9007199254740991),
  -- The price of the account's purchases that were made on the UTC day `counted_on` and in its month, and are pending or
  -- successful. Null where neither a day nor a month is limited: then nothing is counted.
  counted_on      date,
  day_spent       bigint      NOT NULL DEFAULT 0 CHECK (day_spent >= 0),
  month_spent     bigint      NOT NULL DEFAULT 0 CHECK (month_spent >= 0),
  -- Null if every bundle that is sold to the account may be bought.
  allowed_bundles text[]      CHECK (cardinality(allowed_bundles) BETWEEN 1 AND 1000),
  -- The key of the hashes in blocked_numbers, encrypted under a key from the environment; null until a number is blocked.
  blocklist_key   bytea,
  updated_at      timestamptz NOT NULL DEFAULT app_now(),

  -- What limits a day or a month is counted from the start.
  CONSTRAINT account_rules_counted
    CHECK ((counted_on IS NULL) = (day_limit IS NULL AND month_limit IS NULL))
) WITH (fillfactor = 50, autovacuum_vacuum_threshold = 100, autovacuum_vacuum_scale_factor = 0);

-- Numbers for which nothing is bought, as HMAC-SHA256 under the account's key: the table without the key names no number.
CREATE TABLE blocked_numbers (
  account_id  uuid        NOT NULL REFERENCES accounts (id),
  number_hash bytea       NOT NULL CHECK (length(number_hash) = 32),
  added_at    timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (account_id, number_hash)
);
