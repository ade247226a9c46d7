-- Campaigns that buy only in some hours of the recipients' local time.

ALTER TABLE batches
  -- Minutes of the day: rows are bought from the first, and before the second. Null where they are bought at any hour.
  ADD COLUMN send_from  smallint,
  ADD COLUMN send_until smallint,
  -- A window without a beginning or an end, or that ends before it begins, would never open.
  ADD CONSTRAINT batches_send_between
    CHECK ((send_from IS NULL) = (send_until IS NULL) AND send_from >= 0 AND send_until <= 1440 AND send_from < send_until);
