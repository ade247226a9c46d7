-- With any one filter, a page of an account's purchases is read off an index, newest first, and nothing besides. An index
-- a status, and none over all: beside purchases_newest the planner would take that one or the other, as statistics fall.
CREATE INDEX purchases_pending    ON purchases (account_id, created_at DESC, id DESC) WHERE status = 'pending';
CREATE INDEX purchases_successful ON purchases (account_id, created_at DESC, id DESC) WHERE status = 'successful';
CREATE INDEX purchases_failed     ON purchases (account_id, created_at DESC, id DESC) WHERE status = 'failed';
CREATE INDEX purchases_reversed   ON purchases (account_id, created_at DESC, id DESC) WHERE status = 'reversed';

-- The number first: by the account alone it must be of no use, or the planner takes it to look up references while the table
-- is small or its statistics are old, and reads the whole account for each.
CREATE INDEX purchases_number     ON purchases (phone_number, account_id, created_at DESC, id DESC);

-- Of indexes that cost the same the planner takes the youngest, and in a small table all cost the same. So that references
-- are never looked up by another index, theirs is made anew after all others.
ALTER TABLE purchases DROP CONSTRAINT purchases_account_id_reference_key;
ALTER TABLE purchases ADD CONSTRAINT purchases_account_id_reference_key UNIQUE (account_id, reference);
