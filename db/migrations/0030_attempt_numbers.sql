-- An event may be resent each minute, and by operators as often as they like: 32,767 attempts are 22 days. Both tables are
-- rewritten, the outbox last, for every purchase writes into it. Processes that are older than this migration must be restarted:
-- they have prepared statements of the old type.
ALTER TABLE webhook_attempts ALTER COLUMN attempt TYPE integer;
ALTER TABLE outbox ALTER COLUMN attempt TYPE integer;
