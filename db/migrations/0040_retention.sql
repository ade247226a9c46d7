-- Retention: data that is deleted after some days. Books are never among it.

-- Serves db/privacy/retention.ts: answers of receivers that are old enough to be deleted.
CREATE INDEX webhook_attempts_answers ON webhook_attempts (started_at) WHERE answer IS NOT NULL;

-- Serves db/privacy/retention.ts: answers of receivers that are old enough to be deleted.
CREATE INDEX delivery_attempts_answers ON delivery_attempts (started_at) WHERE answer IS NOT NULL;

-- Serves db/privacy/retention.ts: look-ups that are no longer used.
CREATE INDEX number_lookups_stale ON number_lookups (fresh_until);
