-- An upload whose process stopped is kept as a rejected batch that says so; not all bytes of its file are known.
ALTER TABLE batches DROP CONSTRAINT batches_check1;
ALTER TABLE batches ADD CONSTRAINT batches_content_known
  CHECK (status = 'validating' OR content_hash IS NOT NULL
         OR rejection_code IN ('upload_broken_off', 'upload_interrupted'));

-- What the sweep for such uploads looks through.
CREATE INDEX batches_arriving ON batches (id)
 WHERE status = 'validating' OR rejection_code IN ('upload_broken_off', 'upload_interrupted');

-- Every time that a client sees is a year of four digits, and so is an estimate that counts from not_before.
UPDATE batches
   SET not_before = least(greatest(not_before, timestamptz '1970-01-01Z'), timestamptz '9998-12-31Z')
 WHERE not_before NOT BETWEEN timestamptz '1970-01-01Z' AND timestamptz '9998-12-31Z';
ALTER TABLE batches ADD CONSTRAINT batches_not_before_shown
  CHECK (not_before BETWEEN timestamptz '1970-01-01Z' AND timestamptz '9998-12-31Z');
