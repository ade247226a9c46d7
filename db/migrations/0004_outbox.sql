-- The outbox: what must be done outside PostgreSQL, committed together with the change that asks for it.

-- A claim is a lease: a process that dies with a row delays it and never loses it. A row waits while claimed_until is
-- '-infinity'; a lease or pause that has ended is set back to that first, so that claims read only waiting rows.
CREATE TABLE outbox (
  id            uuid        PRIMARY KEY,
  -- network.<id>[.test] for starts of purchases; webhooks, and webhooks.held for failing endpoints; low_balance for mail;
  -- temporal for everything else.
  queue         text        NOT NULL,
  topic         text        NOT NULL CHECK (topic IN ('start_purchase', 'deliver_event', 'retry_event', 'end_purchase',
                                                      'inquire_late', 'run_batch', 'low_balance')),
  -- The purchase, event, batch or alert.
  subject_id    uuid        NOT NULL,
  account_id    uuid        NOT NULL,
  -- Lower numbers first: 0 for what must not wait again, 1 for single purchases, 2 for rows of batches.
  priority      smallint    NOT NULL DEFAULT 1,
  -- The attempt that a deliver_event row asks for; null is the first.
  attempt       integer     CHECK (attempt > 0),
  created_at    timestamptz NOT NULL,
  claimed_until timestamptz NOT NULL DEFAULT '-infinity',
  claims        integer     NOT NULL DEFAULT 0
) WITH (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.05);

-- Serves db/purchases/guard.ts, db/outbox/admission.ts, db/purchases/write-postings.ts, db/webhooks/resends.ts: whether, and
-- until when, something is asked for a purchase or an event.
CREATE INDEX outbox_subject ON outbox (subject_id);

-- Serves db/outbox/claim-statement.ts, db/webhooks/queues.ts: what waits, by account. A claim costs the same however many accounts
-- wait or have rows under way.
CREATE INDEX outbox_waiting ON outbox (queue, priority, account_id, id) WHERE claimed_until = '-infinity';

-- Serves db/outbox/claims.ts: leases and pauses that have ended.
CREATE INDEX outbox_claimed ON outbox (queue, claimed_until) WHERE claimed_until > '-infinity';

-- Each attempt of an event is asked for once.
-- Serves db/webhooks/asked-attempts.ts, db/webhooks/resends.ts: ON CONFLICT.
CREATE UNIQUE INDEX outbox_attempt ON outbox (subject_id, attempt) WHERE attempt IS NOT NULL;

-- Serves db/webhooks/resends.ts: how many attempts outside the schedule of seven wait for an account.
CREATE INDEX outbox_resent ON outbox (account_id) WHERE attempt > 7;

-- Worker processes whose relay runs, and whether they reach Temporal: the API has a connection to neither.
CREATE TABLE relay_heartbeats (
  process_id uuid        PRIMARY KEY,
  beat_at    timestamptz NOT NULL,
  temporal   boolean     NOT NULL
) WITH (fillfactor = 50);
