-- Least time between two orders for one number that the network's gateway takes; 0 where it has no such rule.
ALTER TABLE networks ADD COLUMN number_spacing_ms integer NOT NULL DEFAULT 0
  CHECK (number_spacing_ms BETWEEN 0 AND 3600000);

-- When each number of a spaced network was last sent for. One row a number, so that of two purchases at once one waits.
CREATE TABLE number_turns (
  network_id  text        NOT NULL REFERENCES networks (id),
  livemode    boolean     NOT NULL,
  -- SHA-256 of the phone number.
  number_hash bytea       NOT NULL,
  purchase_id uuid        NOT NULL,
  taken_at    timestamptz NOT NULL,
  PRIMARY KEY (network_id, livemode, number_hash)
);
