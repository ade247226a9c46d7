-- Each gateway of a network with several has its own pace, and its own limit of purchases in flight.

ALTER TABLE network_routes
  -- Purchases per second that it gets at most, in each mode; null for as many as the pace of the network allows.
  ADD COLUMN rate_per_second double precision,
  -- Purchases that may be in flight there, in each mode; null for as many as network_queues says.
  ADD COLUMN in_flight_max   integer;

-- The table has a few rows per network.
-- squawk-ignore constraint-missing-not-valid
ALTER TABLE network_routes ADD CONSTRAINT network_routes_rate CHECK (rate_per_second > 0 AND rate_per_second <= 10000);
-- squawk-ignore constraint-missing-not-valid
ALTER TABLE network_routes ADD CONSTRAINT network_routes_in_flight CHECK (in_flight_max BETWEEN 1 AND 100000);

-- The token bucket of each route that has its own pace. A route without a row has a full one.
CREATE TABLE route_tokens (
  network_id text             NOT NULL REFERENCES networks (id),
  route      text             NOT NULL,
  livemode   boolean          NOT NULL,
  tokens     double precision NOT NULL,
  tokens_at  timestamptz      NOT NULL,
  PRIMARY KEY (network_id, route, livemode)
) WITH (fillfactor = 50);
