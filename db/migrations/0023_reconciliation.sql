-- What was sent on a day is read when that day is reconciled with the carrier's own list.
CREATE INDEX submissions_sent ON submissions USING brin (sent_at);

ALTER TABLE contradictions DROP CONSTRAINT contradictions_kind_check;
ALTER TABLE contradictions ADD CONSTRAINT contradictions_kind_check CHECK (kind IN
  ('refused_after_confirmed', 'confirmed_after_refused', 'confirmed_after_reversed', 'unknown_to_carrier',
   'reference_shared'));
