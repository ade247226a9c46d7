-- Webhooks: where events go, what they say, and every attempt to deliver them.

-- Where an account's webhooks go, and what the last attempts show (domain/webhook/endpoint-standing.ts). Secrets are encrypted
-- with AES-256-GCM under a key from the environment.
CREATE TABLE webhook_endpoints (
  account_id           uuid        PRIMARY KEY REFERENCES accounts (id),
  url                  text        NOT NULL,
  sealed_secret        bytea       NOT NULL,
  -- While one secret replaces another, both sign until former_until.
  former_sealed_secret bytea,
  former_until         timestamptz,
  -- Event types in addition to the three of the contract, which are always sent.
  extra_events         text[]      NOT NULL DEFAULT '{}',
  delivered_at         timestamptz,
  -- Failed attempts in a row.
  failures             integer     NOT NULL DEFAULT 0 CHECK (failures >= 0),
  created_at           timestamptz NOT NULL DEFAULT app_now(),
  updated_at           timestamptz NOT NULL DEFAULT app_now(),

  CONSTRAINT webhook_endpoints_former_until CHECK ((former_sealed_secret IS NULL) = (former_until IS NULL))
);

-- What clients are notified of, once per final state. The body is the text that every attempt sends.
CREATE TABLE events (
  id           uuid        PRIMARY KEY,
  account_id   uuid        NOT NULL REFERENCES accounts (id),
  type         text        NOT NULL,
  -- The purchase or batch that it is about.
  subject_id   uuid        NOT NULL,
  created_at   timestamptz NOT NULL,
  body         text        NOT NULL,
  -- A test event is about something that did not happen.
  test         boolean     NOT NULL DEFAULT false,
  delivery     text        NOT NULL DEFAULT 'pending'
                           CHECK (delivery IN ('pending', 'delivered', 'failed', 'not_sent')),
  delivered_at timestamptz,

  -- One event of a type per subject. Serves db/purchases/trace.ts too.
  CONSTRAINT events_subject_id_type_key UNIQUE (subject_id, type)
);

-- Serves db/webhooks/events.ts: the list of an account, newest first.
CREATE INDEX events_account ON events (account_id, created_at DESC, id DESC);

-- Serves db/webhooks/events.ts, db/webhooks/resends.ts: the list of what was not delivered, and its recovery.
CREATE INDEX events_undelivered ON events (account_id, created_at DESC, id DESC) WHERE delivery <> 'delivered';

-- Serves db/webhooks/events.ts: the list by one of the rare types, without reading the many of successful purchases in between.
CREATE INDEX events_rare_types ON events (account_id, type, created_at DESC, id DESC) WHERE type <> 'purchase.successful';

-- One attempt: committed before it is made, completed with what came back.
CREATE TABLE webhook_attempts (
  event_id    uuid        NOT NULL REFERENCES events (id),
  -- 1 to 7 are the schedule, later ones are resends.
  attempt     integer     NOT NULL CHECK (attempt > 0),
  -- Where it went, and to which address that name led.
  url         text,
  address     text,
  started_at  timestamptz NOT NULL,
  finished_at timestamptz,
  outcome     text        CHECK (outcome IN ('delivered', 'failed')),
  http_status smallint,
  -- The kind of failure where no answer counted: timeout, connect, tls, address_refused or no_endpoint.
  error       text,
  duration_ms integer     CHECK (duration_ms >= 0),
  -- The first 4 KiB of the answer's body, as it came.
  answer      bytea       CHECK (length(answer) <= 4096),
  PRIMARY KEY (event_id, attempt)
);

-- Serves db/purchases/lost-waits.ts: events whose last attempts failed, for the sweep of lost retries.
CREATE INDEX webhook_attempts_failed ON webhook_attempts (started_at) WHERE outcome = 'failed';
