-- Rows of a campaign that repeat what the account has already bought.

ALTER TABLE batches
  -- How far back a purchase of the same number and bundle counts, in hours; 0 for not at all.
  ADD COLUMN duplicate_window_hours integer NOT NULL DEFAULT 0 CHECK (duplicate_window_hours BETWEEN 0 AND 8784),
  -- skip: duplicates are held back. buy: they are bought, as they always were before there was a choice.
  ADD COLUMN on_duplicate           text    NOT NULL DEFAULT 'buy' CHECK (on_duplicate IN ('skip', 'buy')),
  -- Duplicates that were found, held back or not: in the file when it was checked, and by each row's turn.
  ADD COLUMN duplicate_count        integer NOT NULL DEFAULT 0,
  -- The first of those that the check found.
  ADD COLUMN duplicates             json    NOT NULL DEFAULT '[]';

-- A row that was bought in an earlier campaign is refused when the file is checked, even if it cannot be read any more: only
-- what may be bought must have all that a purchase needs. Less strict than before, so the rows that are there fulfil it.
ALTER TABLE batch_rows
  DROP CONSTRAINT batch_rows_valid,
  ADD CONSTRAINT batch_rows_valid
    CHECK (state IN ('invalid', 'refused') OR (reference IS NOT NULL AND network_id IS NOT NULL AND price IS NOT NULL))
    NOT VALID;

-- Serves db/purchases/recent.ts: the latest purchase of a number and bundle that is held or paid. The number comes first, as in
-- purchases_number: references are never looked up by this one.
CREATE INDEX purchases_repeated ON purchases (phone_number, bundle_id, account_id, created_at DESC)
  WHERE status IN ('pending', 'successful');
