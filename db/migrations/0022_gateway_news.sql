-- News that contradicts what was booked, for people: it moves nothing by itself.
CREATE TABLE contradictions (
  purchase_id   uuid        NOT NULL REFERENCES purchases (id),
  kind          text        NOT NULL CHECK (kind IN
                            ('refused_after_confirmed', 'confirmed_after_refused', 'confirmed_after_reversed')),
  first_seen_at timestamptz NOT NULL,
  last_seen_at  timestamptz NOT NULL,
  times         integer     NOT NULL DEFAULT 1,
  resolved_at   timestamptz,
  resolution    text,
  PRIMARY KEY (purchase_id, kind)
);

CREATE INDEX contradictions_open ON contradictions (first_seen_at) WHERE resolved_at IS NULL;

-- Trouble that concerns a whole gateway and no single number: our wallet or key there, words that nobody has documented,
-- callbacks that are not from it. One row a kind; last_at says whether it still goes on.
CREATE TABLE gateway_alerts (
  network_id text        NOT NULL,
  livemode   boolean     NOT NULL,
  kind       text        NOT NULL CHECK (kind IN ('supplier_account', 'undocumented_answer', 'callback_rejected')),
  -- The gateway's own code and words. No phone number, no secret.
  detail     text        NOT NULL,
  first_at   timestamptz NOT NULL,
  last_at    timestamptz NOT NULL,
  times      bigint      NOT NULL,
  PRIMARY KEY (network_id, livemode, kind)
);
