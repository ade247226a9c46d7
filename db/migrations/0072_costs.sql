-- What bundles cost us at gateways, and what a day earned.

-- What a gateway takes from our wallet for a bundle. Of the rows that are valid at a time, the newest counts. A row never changes,
-- and a delivery costs what was valid when its order was sent: a new price touches nothing that is pending.
CREATE TABLE route_prices (
  network_id  text        NOT NULL REFERENCES networks (id),
  route       text        NOT NULL CHECK (route ~ '^[a-z][a-z0-9_]{0,30}$'),
  bundle_id   text        NOT NULL REFERENCES bundles (id),
  valid_from  timestamptz NOT NULL,
  -- Null while no end is known.
  valid_until timestamptz CHECK (valid_until > valid_from),
  cost        numeric     NOT NULL CHECK (cost >= 0 AND cost < 1000000000 AND scale(cost) <= 6),
  currency    text        NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  PRIMARY KEY (network_id, route, bundle_id, valid_from)
);

-- From here on, route_bundles.cost is neither read nor written. The columns stay for workers of the version before.
INSERT INTO route_prices (network_id, route, bundle_id, valid_from, cost, currency)
SELECT network_id, route, bundle_id, '2000-01-01 00:00:00+00', cost, cost_currency FROM route_bundles WHERE cost IS NOT NULL;

CREATE TRIGGER route_prices_append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON route_prices
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- How much of another currency one unit of a currency is worth, from a time on.
CREATE TABLE exchange_rates (
  currency      text        NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  into_currency text        NOT NULL CHECK (into_currency ~ '^[A-Z]{3}$' AND into_currency <> currency),
  valid_from    timestamptz NOT NULL,
  rate          numeric     NOT NULL CHECK (rate > 0 AND rate < 1000000000 AND scale(rate) <= 9),
  PRIMARY KEY (currency, into_currency, valid_from)
);

CREATE TRIGGER exchange_rates_append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON exchange_rates
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What a gateway's list says that it took for an order. It counts before the price.
CREATE TABLE listed_costs (
  purchase_id uuid        NOT NULL REFERENCES purchases (id),
  route       text        NOT NULL,
  cost        numeric     NOT NULL CHECK (cost >= 0 AND cost < 1000000000 AND scale(cost) <= 6),
  currency    text        NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  listed_at   timestamptz NOT NULL,
  PRIMARY KEY (purchase_id, route)
);
