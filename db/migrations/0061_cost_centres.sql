-- To which cost centre of the client a campaign is charged. People write it for their own sums; nothing is bought by it.
ALTER TABLE batches
  ADD COLUMN cost_centre text CHECK (length(cost_centre) BETWEEN 1 AND 60);
