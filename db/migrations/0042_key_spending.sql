-- What keys may spend.

-- One row per key that has a cap. Caps are enforced, and what they count is moved, only under the account's lock.
CREATE TABLE key_caps (
  key_id       uuid   PRIMARY KEY REFERENCES api_keys (id),
  account_id   uuid   NOT NULL REFERENCES accounts (id),
  -- Most that one purchase and one UTC day may cost, in minor units; null for no cap.
  purchase_cap bigint CHECK (purchase_cap BETWEEN 0 AND 9007199254740991),
  day_cap      bigint CHECK (day_cap BETWEEN 0 AND 9007199254740991),
  -- The price of the key's purchases that were made on the UTC day `counted_on`, and are pending or successful.
  counted_on   date   NOT NULL,
  day_spent    bigint NOT NULL DEFAULT 0 CHECK (day_spent >= 0),

  -- A row without a cap would only cost.
  CONSTRAINT key_caps_some CHECK (purchase_cap IS NOT NULL OR day_cap IS NOT NULL)
) WITH (fillfactor = 50, autovacuum_vacuum_threshold = 100, autovacuum_vacuum_scale_factor = 0);

-- Whether a key of the account has, or had, a cap. The accepting transaction reads this row anyway, so an account whose keys have
-- none pays nothing.
ALTER TABLE account_rules ADD COLUMN has_key_caps boolean NOT NULL DEFAULT false;

-- The key that bought, that last started or resumed, and that made or resumed the calendar. Null for what no key did. Not foreign
-- keys: each purchase would lock the row of its key, and keys are never deleted.
ALTER TABLE purchases ADD COLUMN key_id uuid;
ALTER TABLE batches ADD COLUMN key_id uuid;
ALTER TABLE recurrences ADD COLUMN key_id uuid;
