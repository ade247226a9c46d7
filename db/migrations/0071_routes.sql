-- Several gateways for one network.

-- How each route of a network is used. A route without a row has the defaults. The gateways themselves are in GATEWAYS_FILE.
CREATE TABLE network_routes (
  network_id     text        NOT NULL REFERENCES networks (id),
  route          text        NOT NULL CHECK (route ~ '^[a-z][a-z0-9_]{0,30}$'),
  -- Its part of the purchases among routes that are otherwise equal.
  weight         integer     NOT NULL DEFAULT 1 CHECK (weight BETWEEN 0 AND 1000),
  -- Percent of all purchases that it takes while it is tried; null for a route that is not on trial.
  canary_percent integer     CHECK (canary_percent BETWEEN 1 AND 50),
  -- Since when it takes no new purchases.
  draining_since timestamptz,
  PRIMARY KEY (network_id, route)
);

-- Under which code a gateway knows a bundle, and what it takes from our wallet for it. The route 'main' sells every bundle, under the
-- code of the bundle unless a row says otherwise; every other route sells what has a row.
CREATE TABLE route_bundles (
  network_id    text    NOT NULL REFERENCES networks (id),
  route         text    NOT NULL CHECK (route ~ '^[a-z][a-z0-9_]{0,30}$'),
  bundle_id     text    NOT NULL REFERENCES bundles (id),
  product_code  text    NOT NULL CHECK (length(product_code) BETWEEN 1 AND 100),
  cost          numeric CHECK (cost >= 0 AND cost < 1000000000 AND scale(cost) <= 6),
  cost_currency text    CHECK (cost_currency ~ '^[A-Z]{3}$'),
  PRIMARY KEY (network_id, route, bundle_id),

  CONSTRAINT route_bundles_cost CHECK ((cost IS NULL) = (cost_currency IS NULL))
);

-- Where an order was sent. While one may still be delivered, no other route is asked: the fence sees to it.
ALTER TABLE submissions
  ADD COLUMN route        text NOT NULL DEFAULT 'main',
  -- The code that was ordered, where it is not the purchase's.
  ADD COLUMN product_code text,
  -- Why this route, for operators; null where the network has one.
  ADD COLUMN route_reason text,
  -- Why nothing of it can be delivered any more; null while it may be.
  ADD COLUMN cleared_as   text CHECK (cleared_as IN ('not_submitted', 'gateway_refused', 'never_received'));

-- Which route's address received it.
ALTER TABLE gateway_callbacks
  ADD COLUMN route text NOT NULL DEFAULT 'main';

-- Deliveries of purchases that were sent on more than one route, as each route reported them: two of one purchase are a loss.
CREATE TABLE route_deliveries (
  purchase_id       uuid        NOT NULL REFERENCES purchases (id),
  route             text        NOT NULL,
  reported_at       timestamptz NOT NULL,
  network_reference text,
  -- When the route took it back.
  reversed_at       timestamptz,
  PRIMARY KEY (purchase_id, route)
);

-- A second route delivered what had been delivered already.
ALTER TABLE contradictions
  DROP CONSTRAINT contradictions_kind_check,
  ADD CONSTRAINT contradictions_kind_check
    CHECK (kind IN ('refused_after_confirmed', 'confirmed_after_refused', 'confirmed_after_reversed', 'unknown_to_carrier',
                    'reference_shared', 'other_product', 'reversed_after_agreed_charge', 'delivered_twice'));

-- Live calls to each gateway of a network that has several, summed over five seconds.
CREATE TABLE route_calls (
  network_id       text        NOT NULL,
  route            text        NOT NULL,
  bucket_at        timestamptz NOT NULL,
  calls            integer     NOT NULL,
  troubles         integer     NOT NULL,
  -- Of the troubles: refusals of our own account there.
  account_refusals integer     NOT NULL,
  slow             integer     NOT NULL,
  PRIMARY KEY (network_id, route, bucket_at)
) WITH (fillfactor = 70);

-- Serves db/networks/route-health.ts: the deletion of what is older than an hour.
CREATE INDEX route_calls_age ON route_calls (bucket_at);

-- How each route of a network was last judged, and our wallet there.
CREATE TABLE route_health (
  network_id       text        NOT NULL REFERENCES networks (id),
  route            text        NOT NULL,
  phase            text        NOT NULL CHECK (phase IN ('operational', 'degraded', 'unavailable', 'half_open')),
  cause            text        NOT NULL,
  since            timestamptz NOT NULL,
  rest_ms          integer     NOT NULL,
  -- Amounts as decimal text, as the gateway wrote them.
  wallet_available text,
  wallet_currency  text,
  wallet_minimum   text,
  wallet_read_at   timestamptz,
  PRIMARY KEY (network_id, route)
) WITH (fillfactor = 50);
