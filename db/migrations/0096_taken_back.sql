-- When the network reversed what it had delivered after the purchase failed, also if operators had decided who pays before. Null if it
-- did not, and for reversals before this column; contradictions and resolutions show some of those.
ALTER TABLE late_confirmations ADD COLUMN taken_back_at timestamptz;
