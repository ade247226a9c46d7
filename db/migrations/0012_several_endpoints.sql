-- Endpoints that clients set over the API, several per account, beside the one of webhook_endpoints that operators set.
-- Deliveries to them have separate tables and queues. Processes of the previous version neither read nor claim them.

CREATE TABLE client_endpoints (
  id                   uuid        PRIMARY KEY,
  account_id           uuid        NOT NULL REFERENCES accounts (id),
  -- Ten per account at most, however many requests create them at the same time.
  slot                 smallint    NOT NULL CHECK (slot BETWEEN 1 AND 10),
  url                  text        NOT NULL CHECK (length(url) BETWEEN 1 AND 2048),
  description          text        NOT NULL CHECK (length(description) <= 200),
  event_types          text[]      NOT NULL CHECK (cardinality(event_types) BETWEEN 1 AND 16),
  -- To one that is not enabled, nothing is sent.
  enabled              boolean     NOT NULL DEFAULT true,
  -- As in webhook_endpoints: while one secret replaces another, both sign until former_until.
  sealed_secret        bytea       NOT NULL,
  former_sealed_secret bytea,
  former_until         timestamptz,
  delivered_at         timestamptz,
  -- Failed attempts in a row.
  failures             integer     NOT NULL DEFAULT 0 CHECK (failures >= 0),
  -- When a test event was last requested.
  tested_at            timestamptz,
  created_at           timestamptz NOT NULL DEFAULT app_now(),
  updated_at           timestamptz NOT NULL DEFAULT app_now(),

  CONSTRAINT client_endpoints_slot UNIQUE (account_id, slot),
  -- Two endpoints with one address would get every event twice.
  CONSTRAINT client_endpoints_url UNIQUE (account_id, url),
  CONSTRAINT client_endpoints_former_until CHECK ((former_sealed_secret IS NULL) = (former_until IS NULL))
);

-- One event for one endpoint. It stays when the endpoint is deleted, so endpoint_id refers to no row.
CREATE TABLE deliveries (
  id           uuid        PRIMARY KEY,
  event_id     uuid        NOT NULL REFERENCES events (id),
  endpoint_id  uuid        NOT NULL,
  account_id   uuid        NOT NULL,
  created_at   timestamptz NOT NULL,
  delivery     text        NOT NULL DEFAULT 'pending'
                           CHECK (delivery IN ('pending', 'delivered', 'failed', 'not_sent')),
  delivered_at timestamptz,

  -- An event goes to an endpoint once. Serves db/webhooks/events.ts too: the deliveries of an event.
  CONSTRAINT deliveries_event_endpoint UNIQUE (event_id, endpoint_id)
);

-- Serves db/webhooks/events.ts: events that were not delivered everywhere.
CREATE INDEX deliveries_undelivered ON deliveries (account_id, event_id) WHERE delivery <> 'delivered';

-- One attempt, as in webhook_attempts.
CREATE TABLE delivery_attempts (
  delivery_id uuid        NOT NULL REFERENCES deliveries (id),
  -- 1 to 7 are the schedule, later ones are resends.
  attempt     integer     NOT NULL CHECK (attempt > 0),
  endpoint_id uuid        NOT NULL,
  url         text,
  address     text,
  started_at  timestamptz NOT NULL,
  finished_at timestamptz,
  outcome     text        CHECK (outcome IN ('delivered', 'failed')),
  http_status smallint,
  error       text,
  duration_ms integer     CHECK (duration_ms >= 0),
  -- The first 4 KiB of the answer's body, as it came.
  answer      bytea       CHECK (length(answer) <= 4096),
  PRIMARY KEY (delivery_id, attempt)
);

-- Serves db/endpoints/attempts.ts: the attempts at an endpoint, newest first.
CREATE INDEX delivery_attempts_endpoint ON delivery_attempts (endpoint_id, started_at DESC, delivery_id DESC, attempt DESC);

-- Serves db/purchases/lost-waits.ts: deliveries whose last attempts failed, for the sweep of lost retries.
CREATE INDEX delivery_attempts_failed ON delivery_attempts (started_at) WHERE outcome = 'failed';

-- Two more topics. In the queues `deliveries` and `deliveries.held`, account_id has the endpoint: turns go by endpoint, so
-- that a slow endpoint does not delay another one of the same account. Rows of `retry_delivery` have the account.
ALTER TABLE outbox DROP CONSTRAINT outbox_topic_check;
ALTER TABLE outbox ADD CONSTRAINT outbox_topic_check
  CHECK (topic IN ('start_purchase', 'deliver_event', 'retry_event', 'end_purchase', 'inquire_late', 'run_batch', 'low_balance',
                   'deliver_to_endpoint', 'retry_delivery'));

-- Every new event goes to the endpoints that want its type, in the transaction that writes the event. A trigger, because
-- processes of the previous version write events too. A test event goes only where it was requested.
CREATE FUNCTION fan_out_events() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  WITH fanned AS (
    INSERT INTO deliveries (id, event_id, endpoint_id, account_id, created_at)
    SELECT uuidv7(), e.id, c.id, e.account_id, e.created_at
      FROM added e
      JOIN client_endpoints c ON c.account_id = e.account_id AND c.enabled AND e.type = ANY (c.event_types)
     WHERE NOT e.test
    RETURNING id, endpoint_id, created_at
  )
  INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
  SELECT uuidv7(), 'deliveries', 'deliver_to_endpoint', id, endpoint_id, created_at FROM fanned;
  RETURN NULL;
END
$$;

CREATE TRIGGER events_fan_out
  AFTER INSERT ON events
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION fan_out_events();
