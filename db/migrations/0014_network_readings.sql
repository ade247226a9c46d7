-- By which a network's recent deliveries are read: its latest confirmations, without a look at any account's history.
-- Test-mode purchases count in no figure of a network.
CREATE INDEX purchases_confirmed ON purchases (network_id, confirmed_at) INCLUDE (created_at)
  WHERE livemode AND confirmed_at IS NOT NULL;

-- Worker processes that run their relay, and whether they reach Temporal: the API has no connection to either.
CREATE TABLE relay_heartbeats (
  process_id uuid        PRIMARY KEY,
  beat_at    timestamptz NOT NULL,
  temporal   boolean     NOT NULL
) WITH (fillfactor = 50);
