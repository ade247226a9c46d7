-- What clients are told, once a final state. The body is the very text that every attempt sends.
CREATE TABLE events (
  id           uuid        PRIMARY KEY,
  account_id   uuid        NOT NULL REFERENCES accounts (id),
  type         text        NOT NULL,
  -- The purchase or batch it tells of.
  subject_id   uuid        NOT NULL,
  created_at   timestamptz NOT NULL,
  body         text        NOT NULL,
  delivered_at timestamptz,
  UNIQUE (subject_id, type)
);

CREATE INDEX events_account ON events (account_id, created_at DESC, id DESC);

-- A row is committed before every attempt; it is completed with what came back.
CREATE TABLE webhook_attempts (
  event_id    uuid        NOT NULL REFERENCES events (id),
  attempt     smallint    NOT NULL CHECK (attempt BETWEEN 1 AND 7),
  started_at  timestamptz NOT NULL,
  finished_at timestamptz,
  outcome     text        CHECK (outcome IN ('delivered', 'refused', 'failed')),
  http_status smallint,
  -- Class of the failure where no answer counted: timeout, connect, tls, address_refused, no_endpoint.
  error       text,
  PRIMARY KEY (event_id, attempt)
);

-- What is to be done outside PostgreSQL, written in the transaction that decided it. A claim is a lease:
-- whoever dies holding one delays the row, never loses it.
CREATE TABLE outbox (
  id            uuid        PRIMARY KEY,
  -- network.<id>[.test] for starts of purchases, webhooks for first attempts, temporal for all else.
  queue         text        NOT NULL,
  topic         text        NOT NULL CHECK (topic IN
                            ('start_purchase', 'deliver_event', 'retry_event', 'end_purchase', 'inquire_late', 'run_batch')),
  subject_id    uuid        NOT NULL,
  account_id    uuid        NOT NULL,
  -- 1 for single purchases, 2 for rows of a batch.
  priority      smallint    NOT NULL DEFAULT 1,
  created_at    timestamptz NOT NULL,
  claimed_until timestamptz NOT NULL DEFAULT '-infinity',
  claims        integer     NOT NULL DEFAULT 0
) WITH (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.05);

CREATE INDEX outbox_turn    ON outbox (queue, priority, account_id, id);
CREATE INDEX outbox_subject ON outbox (subject_id);
