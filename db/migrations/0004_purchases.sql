CREATE TABLE purchases (
  id                uuid        PRIMARY KEY,
  account_id        uuid        NOT NULL REFERENCES accounts (id),
  -- COLLATE "C": references are compared byte by byte, also in their index.
  reference         text        COLLATE "C" NOT NULL,
  -- SHA-256 over the meaning of the body, for reference_conflict.
  fingerprint       bytea       NOT NULL,
  livemode          boolean     NOT NULL,
  status            text        NOT NULL DEFAULT 'pending'
                                CHECK (status IN ('pending', 'successful', 'failed', 'reversed')),
  phone_number      text        NOT NULL,
  network_id        text        NOT NULL,
  -- The bundle as it was when bought.
  bundle_id         text        NOT NULL,
  bundle_name       text        NOT NULL,
  data_mb           integer     NOT NULL,
  validity_hours    integer     NOT NULL,
  product_code      text        NOT NULL,
  price             bigint      NOT NULL CHECK (price > 0),
  currency          text        NOT NULL,
  -- json, not jsonb: clients get their keys back in the order they sent them.
  metadata          json        NOT NULL,
  batch_id          uuid,
  created_at        timestamptz NOT NULL,
  resolve_by        timestamptz NOT NULL,
  completed_at      timestamptz,
  confirmed_at      timestamptz,
  network_reference text,
  failure_code      text,
  reversed_at       timestamptz,
  reversal_reason   text,
  -- When the relay admitted it to Temporal; in flight from then until it is final.
  dispatched_at     timestamptz,
  -- When its workflow will act next; a minute past it, the sweep starts the workflow again.
  next_action_at    timestamptz NOT NULL,

  UNIQUE (account_id, reference),
  CHECK ((status = 'pending') = (completed_at IS NULL)),
  CHECK ((status = 'failed') = (failure_code IS NOT NULL)),
  CHECK ((status IN ('successful', 'reversed')) = (confirmed_at IS NOT NULL)),
  CHECK ((status = 'reversed') = (reversed_at IS NOT NULL))
) WITH (fillfactor = 85);

CREATE INDEX purchases_newest   ON purchases (account_id, created_at DESC, id DESC);
CREATE INDEX purchases_deadline ON purchases (resolve_by) WHERE status = 'pending';
CREATE INDEX purchases_inflight ON purchases (network_id, livemode)
  WHERE status = 'pending' AND dispatched_at IS NOT NULL;
CREATE INDEX purchases_batch    ON purchases (batch_id, status) WHERE batch_id IS NOT NULL;

-- The fence: a row is committed here before every send, and nothing is sent without one.
CREATE TABLE submissions (
  purchase_id uuid        NOT NULL REFERENCES purchases (id),
  attempt     smallint    NOT NULL CHECK (attempt >= 1),
  sent_at     timestamptz NOT NULL,
  answered_at timestamptz,
  -- The outcome's kind as the adapter returned it; null until an answer is recorded.
  outcome     text,
  gateway_id  text,
  -- For operators: the gateway's code and words. No phone number, no secret.
  detail      text,
  PRIMARY KEY (purchase_id, attempt)
);

-- Confirmations that were verified (by the gateway's own answer or inquiry) and when they were stored:
-- one stored before resolve_by makes a purchase successful, whoever settles it and whenever.
CREATE TABLE confirmations (
  purchase_id       uuid        PRIMARY KEY REFERENCES purchases (id),
  stored_at         timestamptz NOT NULL,
  confirmed_at      timestamptz NOT NULL,
  network_reference text,
  source            text        NOT NULL CHECK (source IN ('submit', 'inquiry', 'callback', 'operator'))
);

-- Callbacks are stored raw before anything is believed of them.
CREATE TABLE gateway_callbacks (
  id          uuid        PRIMARY KEY,
  network_id  text        NOT NULL,
  livemode    boolean     NOT NULL,
  -- SHA-256 of the body: the same callback again is the same row.
  body_hash   bytea       NOT NULL,
  body        text        NOT NULL,
  received_at timestamptz NOT NULL,
  -- Null while not yet read through to an end; the sweep takes it up again.
  handled_at  timestamptz,
  handled_as  text,
  purchase_id uuid,
  UNIQUE (network_id, livemode, body_hash)
);

CREATE INDEX gateway_callbacks_open ON gateway_callbacks (received_at) WHERE handled_at IS NULL;

-- Delivered, not charged: a confirmation that came after the purchase had failed. Our loss until a person decides.
CREATE TABLE late_confirmations (
  purchase_id       uuid        PRIMARY KEY REFERENCES purchases (id),
  confirmed_at      timestamptz NOT NULL,
  network_reference text,
  recorded_at       timestamptz NOT NULL,
  resolved_at       timestamptz,
  resolution        text
);

-- Inquiry after a timeout whose outcome was unknown.
CREATE TABLE late_inquiries (
  purchase_id uuid        PRIMARY KEY REFERENCES purchases (id),
  opened_at   timestamptz NOT NULL,
  until       timestamptz NOT NULL,
  ended_at    timestamptz,
  outcome     text
);
