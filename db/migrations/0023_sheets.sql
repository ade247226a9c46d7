-- Campaigns from workbooks, which have several sheets.

ALTER TABLE batches
  -- The sheet that the upload named; null if it named none. The same file with another sheet is another campaign.
  ADD COLUMN sheet_wanted text,
  -- The sheet that was read; null where the file is not a workbook or no sheet was read.
  ADD COLUMN sheet        text,
  -- Names of the sheets that have rows; empty where the file is not a workbook.
  ADD COLUMN sheets       json NOT NULL DEFAULT '[]';
