-- When to tell an account's contact that its available balance runs low; never where either is null.
ALTER TABLE accounts
  ADD COLUMN low_balance_threshold bigint CHECK (low_balance_threshold BETWEEN 1 AND 9007199254740991),
  ADD COLUMN low_balance_email     text   CHECK (low_balance_email ~ '^[^@[:space:]]+@[^@[:space:]]+$');

-- One row each time that the available balance fell below the threshold, written by the transaction that took it there.
CREATE TABLE low_balance_alerts (
  id         uuid        PRIMARY KEY,
  account_id uuid        NOT NULL REFERENCES accounts (id),
  threshold  bigint      NOT NULL,
  available  bigint      NOT NULL,
  at         timestamptz NOT NULL,
  attempts   integer     NOT NULL DEFAULT 0,
  -- How it ended: sent, given_up, or no_address where there is nobody or no mail server to send it.
  outcome    text        CHECK (outcome IN ('sent', 'given_up', 'no_address')),
  ended_at   timestamptz,
  CHECK ((outcome IS NULL) = (ended_at IS NULL))
);

CREATE INDEX low_balance_alerts_account ON low_balance_alerts (account_id, at DESC);

ALTER TABLE outbox DROP CONSTRAINT outbox_topic_check;
ALTER TABLE outbox ADD CONSTRAINT outbox_topic_check CHECK (topic IN
  ('start_purchase', 'deliver_event', 'retry_event', 'end_purchase', 'inquire_late', 'run_batch', 'low_balance'));
