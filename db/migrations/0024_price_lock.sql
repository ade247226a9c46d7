-- Campaigns that keep the prices of their check for some hours.

ALTER TABLE accounts
  -- For so many hours after its check, a campaign buys at the prices of the check; 0 for the prices of the day.
  ADD COLUMN price_lock_hours smallint NOT NULL DEFAULT 0 CHECK (price_lock_hours BETWEEN 0 AND 8784);

ALTER TABLE batches
  -- Until then its rows are bought at the prices of the check. Null where the prices of the day apply.
  ADD COLUMN prices_locked_until timestamptz;
