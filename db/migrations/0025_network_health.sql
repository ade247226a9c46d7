-- Calls to gateways, summed over five seconds: what a network's health is judged by. Every process adds its own.
CREATE TABLE gateway_calls (
  network_id  text        NOT NULL,
  -- Test-mode calls are kept apart and count in no network's health.
  livemode    boolean     NOT NULL,
  bucket_at   timestamptz NOT NULL,
  -- submit, inquire, cancel, callback, wallet.
  call        text        NOT NULL,
  outcome     text        NOT NULL,
  kind        text        NOT NULL CHECK (kind IN ('good', 'trouble', 'account')),
  calls       integer     NOT NULL,
  -- Of them, those that took long.
  slow        integer     NOT NULL,
  -- Of them, those by which a purchase became final.
  completed   integer     NOT NULL,
  duration_ms bigint      NOT NULL,
  PRIMARY KEY (network_id, livemode, bucket_at, call, outcome)
) WITH (fillfactor = 70);

CREATE INDEX gateway_calls_age ON gateway_calls (bucket_at);

-- What is remembered of a network's health between judgements; one process judges at a time, all read the same.
CREATE TABLE network_health (
  network_id        text        PRIMARY KEY REFERENCES networks (id),
  phase             text        NOT NULL CHECK (phase IN ('operational', 'degraded', 'unavailable', 'half_open')),
  cause             text        NOT NULL,
  since             timestamptz NOT NULL,
  rest_ms           integer     NOT NULL,
  backlogged        boolean     NOT NULL DEFAULT false,
  judged_at         timestamptz NOT NULL,
  -- Why the network has the status that it has.
  status_cause      text        NOT NULL DEFAULT 'none',
  retry_after_ms    integer,
  -- Decimal text, as the gateway wrote it.
  wallet_available  text,
  wallet_currency   text,
  wallet_minimum    text,
  wallet_read_at    timestamptz,
  override_status   text        CHECK (override_status IN ('operational', 'degraded', 'unavailable')),
  override_message  text,
  override_until    timestamptz,
  CHECK (override_status IS NOT NULL OR (override_message IS NULL AND override_until IS NULL))
) WITH (fillfactor = 50);
