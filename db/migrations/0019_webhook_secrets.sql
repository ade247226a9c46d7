-- While one secret replaces another, both sign until former_until.
ALTER TABLE webhook_endpoints
  ADD COLUMN former_sealed_secret bytea,
  ADD COLUMN former_until         timestamptz,
  ADD CHECK ((former_sealed_secret IS NULL) = (former_until IS NULL));
