-- Clients look for the rare events among the many of successful purchases; a page must not read those in between.
CREATE INDEX events_rare_types ON events (account_id, type, created_at DESC, id DESC) WHERE type <> 'purchase.successful';

-- Attempts outside the schedule are counted for each resend, however many other rows wait.
CREATE INDEX outbox_resent ON outbox (account_id) WHERE attempt > 7;
