-- E-mails about batches: whom to notify of what, and each notice.

-- Whom to mail about the batches of an account, by kind of notice.
CREATE TABLE notice_addresses (
  account_id uuid NOT NULL REFERENCES accounts (id),
  -- needs_approval is kept for batches that a second person approves.
  kind       text NOT NULL CHECK (kind IN ('ready', 'completed', 'paused', 'needs_money', 'needs_approval')),
  email      text NOT NULL CHECK (email ~ '^[^@[:space:]]+@[^@[:space:]]+$' AND length(email) <= 254),
  PRIMARY KEY (account_id, kind, email)
);

-- One e-mail about one change of a batch, written by the transaction that changed it. No phone number.
CREATE TABLE batch_notices (
  id         uuid        PRIMARY KEY,
  account_id uuid        NOT NULL REFERENCES accounts (id),
  batch_id   uuid        NOT NULL REFERENCES batches (id),
  kind       text        NOT NULL CHECK (kind IN ('ready', 'completed', 'paused', 'needs_money', 'needs_approval')),
  -- Why it is paused: the code of the pause. Empty for other kinds.
  reason     text        NOT NULL,
  -- Reference, counts and money of the batch at that moment.
  facts      json        NOT NULL,
  at         timestamptz NOT NULL,
  attempts   integer     NOT NULL DEFAULT 0,
  -- How the mail ended; no_address also where no mail server is configured.
  outcome    text        CHECK (outcome IN ('sent', 'given_up', 'no_address')),
  ended_at   timestamptz,

  CONSTRAINT batch_notices_ended_at CHECK ((outcome IS NULL) = (ended_at IS NULL))
);

-- Serves db/notices/announce.ts: when a batch last had a notice of a kind and reason.
CREATE INDEX batch_notices_last ON batch_notices (batch_id, kind, reason, at DESC);

ALTER TABLE outbox DROP CONSTRAINT outbox_topic_check;
ALTER TABLE outbox ADD CONSTRAINT outbox_topic_check
  CHECK (topic IN ('start_purchase', 'deliver_event', 'retry_event', 'end_purchase', 'inquire_late', 'run_batch', 'low_balance',
                   'deliver_to_endpoint', 'retry_delivery', 'sync_schedule', 'batch_notice'));
