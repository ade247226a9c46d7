-- What looks odd about a row that can be bought, such as the same number and bundle twice. [{column, code, message}]
ALTER TABLE batch_rows ADD COLUMN warnings json;

-- The first of them, and how many rows have any.
ALTER TABLE batches ADD COLUMN warnings json NOT NULL DEFAULT '[]';
ALTER TABLE batches ADD COLUMN warned_count integer NOT NULL DEFAULT 0;
