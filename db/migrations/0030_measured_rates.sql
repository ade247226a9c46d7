-- How fast networks complete purchases of batches, measured over the last minutes.

ALTER TABLE batch_rates
  -- What all batches completed while rows waited, and the seconds in which they did. Both fade with age. Null until something was
  -- measured: processes of the previous version measure nothing.
  ADD COLUMN measured_at       timestamptz,
  ADD COLUMN measured_complete double precision,
  ADD COLUMN measured_seconds  double precision,
  ADD CONSTRAINT batch_rates_measured CHECK (num_nulls(measured_at, measured_complete, measured_seconds) IN (0, 3));
