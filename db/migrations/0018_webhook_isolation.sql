-- Claims hop over rows that wait and over nothing else: a claim costs the same however many accounts wait or are served.
-- A row waits while claimed_until is '-infinity'; a lease or a pause that has ended is turned back into that first.
DROP INDEX outbox_turn;
CREATE INDEX outbox_waiting ON outbox (queue, priority, account_id, id) WHERE claimed_until = '-infinity';
CREATE INDEX outbox_claimed ON outbox (queue, claimed_until) WHERE claimed_until > '-infinity';

-- The attempt that a deliver_event row asks for; null is the first. Each is asked for once.
ALTER TABLE outbox ADD COLUMN attempt smallint CHECK (attempt > 0);
CREATE UNIQUE INDEX outbox_attempt ON outbox (subject_id, attempt) WHERE attempt IS NOT NULL;

-- What the last attempts say of an endpoint: it decides how many connections it is given. See domain/endpoint-standing.ts.
ALTER TABLE webhook_endpoints
  ADD COLUMN delivered_at timestamptz,
  ADD COLUMN failures     integer NOT NULL DEFAULT 0 CHECK (failures >= 0);

-- What came back, for people who must find out why. Attempts behind the seventh are resends.
ALTER TABLE webhook_attempts
  DROP CONSTRAINT webhook_attempts_attempt_check,
  ADD CONSTRAINT webhook_attempts_attempt_check CHECK (attempt > 0),
  ADD COLUMN url         text,
  ADD COLUMN address     text,
  ADD COLUMN duration_ms integer CHECK (duration_ms >= 0),
  -- The first 4 KiB of the answer's body, as it came.
  ADD COLUMN answer      bytea CHECK (length(answer) <= 4096);

-- Where the delivery of an event stands. Test events tell of nothing that happened.
ALTER TABLE events
  ADD COLUMN delivery text    NOT NULL DEFAULT 'pending'
             CHECK (delivery IN ('pending', 'delivered', 'failed', 'not_sent')),
  ADD COLUMN test     boolean NOT NULL DEFAULT false;

UPDATE events SET delivery = 'delivered' WHERE delivered_at IS NOT NULL;

CREATE INDEX events_undelivered ON events (account_id, created_at DESC, id DESC) WHERE delivery <> 'delivered';
