-- Batches that wait for a spending limit of their account.

-- Serves db/batches/resume.ts: batches that a spending limit holds up.
CREATE INDEX batches_limited ON batches (account_id) WHERE pause_code = 'spending_limit';
