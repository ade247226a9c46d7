-- What the gateways of a network with several let through together, for what shows or estimates the limits of a network.

ALTER TABLE network_queues
  -- Purchases that may be in flight, and their rate per second, as the last admission found them; null where the network has one
  -- gateway: then in_flight_max and rate_per_second count.
  ADD COLUMN routes_in_flight_max   integer,
  ADD COLUMN routes_rate_per_second double precision;

-- The table has two rows per network.
-- squawk-ignore constraint-missing-not-valid
ALTER TABLE network_queues ADD CONSTRAINT network_queues_routes_in_flight CHECK (routes_in_flight_max >= 0);
-- squawk-ignore constraint-missing-not-valid
ALTER TABLE network_queues ADD CONSTRAINT network_queues_routes_rate CHECK (routes_rate_per_second >= 0);
