-- By which the sweep for lost retries finds the events that were not delivered lately.
CREATE INDEX webhook_attempts_failed ON webhook_attempts (started_at) WHERE outcome = 'failed';
