-- Purchases of a batch by network and status. The transaction that moves a purchase counts it here, under its account's
-- lock, so the counts add up whenever they are read, and a batch of a million rows is read like one of ten.
CREATE TABLE batch_tallies (
  batch_id   uuid    NOT NULL,
  network_id text    NOT NULL,
  pending    integer NOT NULL DEFAULT 0,
  successful integer NOT NULL DEFAULT 0,
  failed     integer NOT NULL DEFAULT 0,
  reversed   integer NOT NULL DEFAULT 0,
  PRIMARY KEY (batch_id, network_id)
) WITH (fillfactor = 50, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);

-- Rows of a batch by network. Written by the upload and the releases alone, which do not hold the account's lock.
CREATE TABLE batch_networks (
  batch_id        uuid             NOT NULL,
  network_id      text             NOT NULL,
  valid           integer          NOT NULL,
  refused         integer          NOT NULL DEFAULT 0,
  -- Follows the purchases by one commit and serves the release alone.
  released        integer          NOT NULL DEFAULT 0,
  -- What the releases saw of its completions: how many purchases were final at that time, and how fast they come.
  observed_at     timestamptz,
  observed_final  integer          NOT NULL DEFAULT 0,
  rate_per_second double precision,
  PRIMARY KEY (batch_id, network_id)
) WITH (fillfactor = 50, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);

INSERT INTO batch_tallies (batch_id, network_id, pending, successful, failed, reversed)
SELECT batch_id, network_id,
       count(*) FILTER (WHERE status = 'pending'),
       count(*) FILTER (WHERE status = 'successful'),
       count(*) FILTER (WHERE status = 'failed'),
       count(*) FILTER (WHERE status = 'reversed')
  FROM purchases
 WHERE batch_id IS NOT NULL
 GROUP BY batch_id, network_id;

INSERT INTO batch_networks (batch_id, network_id, valid, refused, released)
SELECT batch_id, network_id, count(*), count(*) FILTER (WHERE state = 'refused'), count(*) FILTER (WHERE state = 'released')
  FROM batch_rows
 WHERE state <> 'invalid'
 GROUP BY batch_id, network_id;

-- Completions per second of all batches on a network, as last observed: the estimate of a batch that has none of its own.
CREATE TABLE batch_rates (
  network_id      text             NOT NULL REFERENCES networks (id),
  livemode        boolean          NOT NULL,
  rate_per_second double precision NOT NULL,
  observed_at     timestamptz      NOT NULL,
  PRIMARY KEY (network_id, livemode)
) WITH (fillfactor = 50);

-- Batches that share the networks' budgets now.
CREATE INDEX batches_open ON batches (id) WHERE status IN ('running', 'paused');

-- The price that the balance did not cover: a batch paused for it goes on when it does.
ALTER TABLE batches ADD COLUMN pause_needs bigint;
CREATE INDEX batches_short ON batches (account_id) WHERE pause_code = 'insufficient_balance';
