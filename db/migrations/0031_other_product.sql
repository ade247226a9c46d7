-- A gateway may say that it delivered another product than was ordered: kept for people, purchase by purchase, and told at once.
ALTER TABLE contradictions DROP CONSTRAINT contradictions_kind_check;
ALTER TABLE contradictions ADD CONSTRAINT contradictions_kind_check CHECK (kind IN
  ('refused_after_confirmed', 'confirmed_after_refused', 'confirmed_after_reversed', 'unknown_to_carrier',
   'reference_shared', 'other_product'));

ALTER TABLE gateway_alerts DROP CONSTRAINT gateway_alerts_kind_check;
ALTER TABLE gateway_alerts ADD CONSTRAINT gateway_alerts_kind_check CHECK (kind IN
  ('supplier_account', 'undocumented_answer', 'callback_rejected', 'other_product'));
