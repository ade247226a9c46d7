-- What a row buys where its cells do not say it literally: a corrected phone number, or a bundle chosen by data and validity.

-- {phoneNumber, bundleId}: what is bought in place of the cells; null where the cells say it.
ALTER TABLE batch_rows ADD COLUMN chosen json;

-- Numbers that were corrected: how many, the first of them, and whether the client has agreed. Nothing is bought while they are
-- only proposed.
ALTER TABLE batches
  ADD COLUMN correction_state text    NOT NULL DEFAULT 'none'
                                      CHECK (correction_state IN ('none', 'proposed', 'accepted', 'rejected')),
  ADD COLUMN corrected_count  integer NOT NULL DEFAULT 0,
  ADD COLUMN corrections      json    NOT NULL DEFAULT '[]',
  -- The decision comes before the start.
  ADD CONSTRAINT batches_correction_state
    CHECK (correction_state <> 'proposed' OR status IN ('validating', 'ready', 'canceled', 'rejected'));
