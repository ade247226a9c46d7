-- No attempt was ever `refused`: one at an address that is never connected to has failed, with the error address_refused.
-- NOT VALID: new rows alone are checked, so that the table is not read through under its lock.
ALTER TABLE webhook_attempts
  DROP CONSTRAINT webhook_attempts_outcome_check,
  ADD CONSTRAINT webhook_attempts_outcome_check CHECK (outcome IN ('delivered', 'failed')) NOT VALID;
