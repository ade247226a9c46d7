-- With any one filter, a page of an account's purchases is read off an index, newest first, and nothing besides. An index
-- a status, and none over all: beside purchases_newest the planner would take that one or the other, as statistics fall.
CREATE INDEX purchases_pending    ON purchases (account_id, created_at DESC, id DESC) WHERE status = 'pending';
CREATE INDEX purchases_successful ON purchases (account_id, created_at DESC, id DESC) WHERE status = 'successful';
CREATE INDEX purchases_failed     ON purchases (account_id, created_at DESC, id DESC) WHERE status = 'failed';
CREATE INDEX purchases_reversed   ON purchases (account_id, created_at DESC, id DESC) WHERE status = 'reversed';

CREATE INDEX purchases_number     ON purchases (account_id, phone_number, created_at DESC, id DESC);
