-- A late delivery that the client has paid for by agreement may be taken back by the network: its refund is for people to decide.
ALTER TABLE contradictions DROP CONSTRAINT contradictions_kind_check;
ALTER TABLE contradictions ADD CONSTRAINT contradictions_kind_check CHECK (kind IN
  ('refused_after_confirmed', 'confirmed_after_refused', 'confirmed_after_reversed', 'unknown_to_carrier',
   'reference_shared', 'other_product', 'reversed_after_agreed_charge'));
