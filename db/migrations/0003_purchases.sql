-- Purchases: what was bought, what was sent to the network for it, and what the network said.

CREATE TABLE purchases (
  id                uuid        PRIMARY KEY,
  account_id        uuid        NOT NULL REFERENCES accounts (id),
  -- The client's own name for it. COLLATE "C": compared byte by byte, in the index too.
  reference         text        COLLATE "C" NOT NULL,
  -- SHA-256 over what the request means: the same reference with another one is a conflict.
  fingerprint       bytea       NOT NULL,
  livemode          boolean     NOT NULL,
  status            text        NOT NULL DEFAULT 'pending'
                                CHECK (status IN ('pending', 'successful', 'failed', 'reversed')),
  phone_number      text        NOT NULL,
  network_id        text        NOT NULL,
  -- The bundle as it was when it was bought.
  bundle_id         text        NOT NULL,
  bundle_name       text        NOT NULL,
  data_mb           integer     NOT NULL,
  validity_hours    integer     NOT NULL,
  product_code      text        NOT NULL,
  -- What is held, and then charged or released; it never changes.
  price             bigint      NOT NULL CHECK (price > 0),
  currency          text        NOT NULL,
  -- json, not jsonb: clients get their keys back in the order in which they sent them.
  metadata          json        NOT NULL,
  batch_id          uuid,
  created_at        timestamptz NOT NULL,
  resolve_by        timestamptz NOT NULL,
  -- When a relay admitted it: in flight from then until it is final.
  dispatched_at     timestamptz,
  -- When its workflow acts next; some time after that, a sweep starts the workflow again.
  next_action_at    timestamptz NOT NULL,
  completed_at      timestamptz,
  confirmed_at      timestamptz,
  network_reference text,
  failure_code      text,
  reversed_at       timestamptz,
  reversal_reason   text,

  -- A status is written together with what belongs to it: half a settlement is refused.
  CONSTRAINT purchases_completed_at CHECK ((status = 'pending') = (completed_at IS NULL)),
  CONSTRAINT purchases_failure_code CHECK ((status = 'failed') = (failure_code IS NOT NULL)),
  -- Only a purchase that the network confirmed is charged, and only one that was charged is reversed.
  CONSTRAINT purchases_confirmed_at CHECK ((status IN ('successful', 'reversed')) = (confirmed_at IS NOT NULL)),
  CONSTRAINT purchases_reversed_at CHECK ((status = 'reversed') = (reversed_at IS NOT NULL)),
  -- Counted exactly by every client: see accounts_exact.
  CONSTRAINT purchases_exact CHECK (price <= 9007199254740991)
) WITH (fillfactor = 85);

-- Serves db/purchases/purchases.ts: the list of an account, newest first.
CREATE INDEX purchases_newest ON purchases (account_id, created_at DESC, id DESC);

-- Serves db/purchases/guard.ts, db/purchases/stuck.ts, db/purchases/pending-ages.ts: what is due, of all accounts.
CREATE INDEX purchases_deadline ON purchases (resolve_by) WHERE status = 'pending';

-- Serves db/outbox/admission.ts, db/outbox/queue-states.ts, db/networks/readings.ts: how many a network has in flight.
CREATE INDEX purchases_inflight ON purchases (network_id, livemode)
  WHERE status = 'pending' AND dispatched_at IS NOT NULL;

-- Serves db/batches/complete.ts, db/batches/shares.ts: what of a batch is not final, or not sent.
CREATE INDEX purchases_batch ON purchases (batch_id, status) WHERE batch_id IS NOT NULL;

-- Serves db/statements/books-of-day.ts: how many failed on a day. They count in its totals and have no statement line.
CREATE INDEX purchases_failed_day ON purchases (account_id, completed_at) WHERE status = 'failed';

-- The list of an account with any one filter reads one index, newest first, and nothing else. One index per status: beside
-- purchases_newest, the planner would take one over all statuses or that one as statistics change.
-- Serves db/purchases/purchases.ts: the list by status.
CREATE INDEX purchases_pending ON purchases (account_id, created_at DESC, id DESC) WHERE status = 'pending';
-- Serves db/purchases/purchases.ts: the list by status.
CREATE INDEX purchases_successful ON purchases (account_id, created_at DESC, id DESC) WHERE status = 'successful';
-- Serves db/purchases/purchases.ts: the list by status.
CREATE INDEX purchases_failed ON purchases (account_id, created_at DESC, id DESC) WHERE status = 'failed';
-- Serves db/purchases/purchases.ts: the list by status.
CREATE INDEX purchases_reversed ON purchases (account_id, created_at DESC, id DESC) WHERE status = 'reversed';

-- Serves db/purchases/purchases.ts: the list by phone number. The number comes first: an index that starts with the account
-- would be taken to look up references while the table is small or its statistics are old, and would read the whole account.
CREATE INDEX purchases_number ON purchases (phone_number, account_id, created_at DESC, id DESC);

-- Serves db/purchases/recent-delivery.ts: how long a network took recently, without reading any account's history. Purchases in
-- test mode count in no figure of a network.
CREATE INDEX purchases_confirmed ON purchases (network_id, confirmed_at) INCLUDE (created_at)
  WHERE livemode AND confirmed_at IS NOT NULL;

-- Serves db/purchases/guard.ts: what is due of one account, which every list of it asks for first.
CREATE INDEX purchases_account_deadline ON purchases (account_id, resolve_by) WHERE status = 'pending';

-- The same reference buys once. Created after all other indexes: of those that cost the same the planner takes the newest, and in
-- a small table all cost the same, so references are never looked up by another one.
ALTER TABLE purchases ADD CONSTRAINT purchases_account_id_reference_key UNIQUE (account_id, reference);

-- The fence: a row is committed here before every send, and nothing is sent without one.
CREATE TABLE submissions (
  purchase_id uuid        NOT NULL REFERENCES purchases (id),
  attempt     smallint    NOT NULL CHECK (attempt >= 1),
  sent_at     timestamptz NOT NULL,
  answered_at timestamptz,
  -- The kind of outcome that the adapter returned; null until an answer is recorded.
  outcome     text,
  gateway_id  text,
  -- For operators: the gateway's code and words. No phone number, no secret.
  detail      text,
  -- An attempt is opened once, so it is sent once.
  PRIMARY KEY (purchase_id, attempt)
);

-- Serves db/purchases/reconciliation.ts: what was sent on a day.
CREATE INDEX submissions_sent ON submissions USING brin (sent_at);

-- When each number of a network that spaces orders was last sent for. One row per number: of two purchases at the same time, one waits.
CREATE TABLE number_turns (
  network_id  text        NOT NULL REFERENCES networks (id),
  livemode    boolean     NOT NULL,
  -- SHA-256 of the phone number.
  number_hash bytea       NOT NULL,
  purchase_id uuid        NOT NULL,
  taken_at    timestamptz NOT NULL,
  PRIMARY KEY (network_id, livemode, number_hash)
);

-- Verified confirmations, the first of each purchase. One that was received before resolve_by makes the purchase successful,
-- no matter which process settles it, or when.
CREATE TABLE confirmations (
  purchase_id       uuid        PRIMARY KEY REFERENCES purchases (id),
  -- When it reached us, which decides against resolve_by; and when it was stored, which may be later.
  received_at       timestamptz NOT NULL,
  stored_at         timestamptz NOT NULL,
  confirmed_at      timestamptz NOT NULL,
  network_reference text,
  source            text        NOT NULL CHECK (source IN ('submit', 'inquiry', 'callback', 'operator'))
);

-- Callbacks of gateways, stored before they are read.
CREATE TABLE gateway_callbacks (
  id           uuid        PRIMARY KEY,
  network_id   text        NOT NULL,
  livemode     boolean     NOT NULL,
  -- SHA-256 of body and headers: the same callback again is the same row, and a genuine one is not taken for a forged one with
  -- the same body.
  content_hash bytea       NOT NULL,
  -- The bytes and headers as they came: a signature covers exactly these.
  body         bytea       NOT NULL,
  headers      json        NOT NULL,
  received_at  timestamptz NOT NULL,
  -- Null until it was handled to its end; a sweep takes up what stays open.
  handled_at   timestamptz,
  handled_as   text,
  -- The purchase that a signed one names.
  purchase_id  uuid,

  CONSTRAINT gateway_callbacks_content UNIQUE (network_id, livemode, content_hash)
);

-- Serves db/purchases/callbacks.ts: the open ones, for the sweep.
CREATE INDEX gateway_callbacks_open ON gateway_callbacks (received_at) WHERE handled_at IS NULL;

-- Serves db/purchases/trace.ts: those of a network in the days after a purchase.
CREATE INDEX gateway_callbacks_received ON gateway_callbacks (network_id, livemode, received_at);

-- Serves db/purchases/callbacks.ts: the open ones of purchases that the deadline guard is about to settle.
CREATE INDEX gateway_callbacks_open_purchase ON gateway_callbacks (purchase_id)
  WHERE handled_at IS NULL AND purchase_id IS NOT NULL;

-- Delivered, not charged: confirmations that came after the purchase had failed. Our loss until an operator decides.
CREATE TABLE late_confirmations (
  purchase_id       uuid        PRIMARY KEY REFERENCES purchases (id),
  confirmed_at      timestamptz NOT NULL,
  network_reference text,
  recorded_at       timestamptz NOT NULL,
  resolved_at       timestamptz,
  resolution        text
);

-- Serves db/purchases/late-confirmations.ts, db/networks/gateway-alerts.ts: the list and the count of the undecided.
CREATE INDEX late_confirmations_open ON late_confirmations (recorded_at) WHERE resolved_at IS NULL;

-- Inquiries after a timeout whose outcome was unknown.
CREATE TABLE late_inquiries (
  purchase_id uuid        PRIMARY KEY REFERENCES purchases (id),
  opened_at   timestamptz NOT NULL,
  until       timestamptz NOT NULL,
  ended_at    timestamptz,
  outcome     text
);

-- Reports that contradict what was booked, for operators: they move nothing by themselves.
CREATE TABLE contradictions (
  purchase_id   uuid        NOT NULL REFERENCES purchases (id),
  kind          text        NOT NULL
                            CHECK (kind IN ('refused_after_confirmed', 'confirmed_after_refused',
                                            'confirmed_after_reversed', 'unknown_to_carrier', 'reference_shared',
                                            'other_product', 'reversed_after_agreed_charge')),
  first_seen_at timestamptz NOT NULL,
  last_seen_at  timestamptz NOT NULL,
  times         integer     NOT NULL DEFAULT 1,
  resolved_at   timestamptz,
  resolution    text,
  PRIMARY KEY (purchase_id, kind)
);

-- Serves db/purchases/contradictions.ts, db/networks/gateway-alerts.ts: the list and the count of the open ones.
CREATE INDEX contradictions_open ON contradictions (first_seen_at) WHERE resolved_at IS NULL;
