-- Networks are configured, not coded. Their ids and those of bundles are chosen names (net_mtn_ng), so that a
-- spreadsheet of bundle ids can be read by a person.
CREATE TABLE networks (
  id                 text        PRIMARY KEY CHECK (id ~ '^net_[a-z0-9_]{1,40}$'),
  name               text        NOT NULL,
  country            text        NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  status             text        NOT NULL DEFAULT 'operational'
                                 CHECK (status IN ('operational', 'degraded', 'unavailable')),
  status_message     text,
  status_updated_at  timestamptz NOT NULL DEFAULT app_now(),
  resolve_within_ms  integer     NOT NULL DEFAULT 900000 CHECK (resolve_within_ms BETWEEN 5000 AND 86400000),
  -- Longest a submit may take; with 5 s more it is the send cutoff before resolve_by.
  gateway_timeout_ms integer     NOT NULL DEFAULT 10000 CHECK (gateway_timeout_ms BETWEEN 100 AND 180000),
  -- 'local' for gateways that answer in a few seconds, 'regular' for slower ones.
  submit_mode        text        NOT NULL DEFAULT 'local' CHECK (submit_mode IN ('local', 'regular')),
  -- Times of inquiry after the send; the last spacing repeats.
  inquiry_delays_ms  integer[]   NOT NULL DEFAULT '{3000,7000,15000,30000,60000,120000}'
                                 CHECK (cardinality(inquiry_delays_ms) > 0)
);

-- One queue a network and mode, with its pace: the only admission there is. Shared by all relays.
CREATE TABLE network_queues (
  queue           text             PRIMARY KEY,
  network_id      text             NOT NULL REFERENCES networks (id),
  livemode        boolean          NOT NULL,
  rate_per_second double precision NOT NULL CHECK (rate_per_second > 0),
  burst           double precision NOT NULL CHECK (burst >= 1),
  in_flight_max   integer          NOT NULL CHECK (in_flight_max > 0),
  tokens          double precision NOT NULL,
  tokens_at       timestamptz      NOT NULL DEFAULT app_now(),
  UNIQUE (network_id, livemode)
);

CREATE TABLE number_prefixes (
  prefix     text PRIMARY KEY CHECK (prefix ~ '^\+[1-9][0-9]{1,13}$'),
  network_id text NOT NULL REFERENCES networks (id)
);

-- Numbers that moved away from the network of their prefix.
CREATE TABLE ported_numbers (
  phone_number text        PRIMARY KEY,
  network_id   text        NOT NULL,
  imported_at  timestamptz NOT NULL DEFAULT app_now()
);

CREATE TABLE bundles (
  id             text    PRIMARY KEY CHECK (id ~ '^bnd_[a-z0-9_]{1,60}$'),
  network_id     text    NOT NULL REFERENCES networks (id),
  name           text    NOT NULL,
  data_mb        integer NOT NULL CHECK (data_mb > 0),
  validity_hours integer NOT NULL CHECK (validity_hours > 0),
  -- The gateway's own code of the bundle.
  product_code   text    NOT NULL,
  withdrawn_at   timestamptz
);

-- What an account may buy, at its contracted price in minor units of its currency.
CREATE TABLE account_bundles (
  account_id uuid   NOT NULL REFERENCES accounts (id),
  bundle_id  text   NOT NULL REFERENCES bundles (id),
  price      bigint NOT NULL CHECK (price > 0),
  PRIMARY KEY (account_id, bundle_id)
);
