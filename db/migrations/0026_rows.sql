-- Rows that are searched, corrected and tried again.

ALTER TABLE batch_rows
  -- The phone number as it is bought for, or as in the file if it cannot be read, up to 40 characters; empty if it has other than
  -- plain characters. Null in rows of earlier versions: then the cells say it. Without an index: it would cost an upload more than
  -- a search saves, which looks through a million rows in about a second.
  ADD COLUMN number text COLLATE "C",
  -- What the client changed after the upload: {phoneNumber, bundleId, dataMb, validityHours, dropped}; null for most rows.
  ADD COLUMN edit json;

-- Serves db/batches/store-checked.ts: the first rows with errors, warnings or duplicates.
CREATE INDEX batch_rows_found ON batch_rows (batch_id, line) WHERE errors IS NOT NULL OR warnings IS NOT NULL;

ALTER TABLE batches
  -- Counts the changes of its rows since the upload. A client that agrees to the batch agrees to one revision.
  ADD COLUMN revision      integer NOT NULL DEFAULT 0 CHECK (revision >= 0),
  -- How the upload had its rows read: {repair, defaultCountry, dataMb, validityHours}. Null in batches of earlier versions.
  ADD COLUMN reading       json,
  -- The batch whose failed rows this one tries again, and the first batch of that line; null for an upload.
  ADD COLUMN retry_of      uuid,
  ADD COLUMN retry_root    uuid,
  -- Why the rows that are tried again were not bought: codes of failures and of row errors.
  ADD COLUMN retry_reasons text[] CHECK ((retry_reasons IS NULL) = (retry_of IS NULL)),
  ADD CONSTRAINT batches_retry_root CHECK ((retry_root IS NULL) = (retry_of IS NULL));

-- Serves db/batches/retries.ts: the retries of a campaign.
CREATE INDEX batches_retries ON batches (retry_root) WHERE retry_root IS NOT NULL;

-- Two people who try the same rows again at the same time get one campaign.
-- Serves db/batches/retries.ts: the retry that has not ended.
CREATE UNIQUE INDEX batches_open_retry ON batches (retry_root)
  WHERE retry_root IS NOT NULL AND status IN ('validating', 'ready', 'running', 'paused');
