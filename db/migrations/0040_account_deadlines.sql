-- Every list looks for what is due of its account. By purchases_deadline it read what is due of all accounts, which is
-- much while no worker runs.
CREATE INDEX purchases_account_deadline ON purchases (account_id, resolve_by) WHERE status = 'pending';
