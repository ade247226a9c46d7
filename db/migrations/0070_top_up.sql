-- Where a client pays money in.

-- Bank, holder, number of the bank account, the reference to give, and instructions, as text. Null if operators set nothing.
ALTER TABLE accounts
  ADD COLUMN top_up_details jsonb CHECK (jsonb_typeof(top_up_details) = 'object');
