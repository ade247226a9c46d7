-- Networks, the numbers and bundles on them, and how well they do. Networks are configured, not coded.

-- Ids of networks and bundles are chosen names, such as net_mtn_ng, so that people can read a spreadsheet of bundle ids.
CREATE TABLE networks (
  id                 text        PRIMARY KEY CHECK (id ~ '^net_[a-z0-9_]{1,40}$'),
  name               text        NOT NULL,
  country            text        NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  status             text        NOT NULL DEFAULT 'operational'
                                 CHECK (status IN ('operational', 'degraded', 'unavailable')),
  status_message     text,
  status_updated_at  timestamptz NOT NULL DEFAULT app_now(),
  resolve_within_ms  integer     NOT NULL DEFAULT 900000 CHECK (resolve_within_ms BETWEEN 5000 AND 86400000),
  -- Longest a call to its gateway may take. The last send is at least this and 5 s before resolve_by.
  gateway_timeout_ms integer     NOT NULL DEFAULT 10000 CHECK (gateway_timeout_ms BETWEEN 100 AND 180000),
  -- 'local' where the gateway answers in a few seconds, 'regular' where it is slower.
  submit_mode        text        NOT NULL DEFAULT 'local' CHECK (submit_mode IN ('local', 'regular')),
  -- When to inquire, counted from the send; the last interval repeats.
  inquiry_delays_ms  integer[]   NOT NULL DEFAULT '{3000,7000,15000,30000,60000,120000}'
                                 CHECK (cardinality(inquiry_delays_ms) > 0),
  -- Least time between two orders for one number that its gateway takes; 0 where it has no such rule.
  number_spacing_ms  integer     NOT NULL DEFAULT 0 CHECK (number_spacing_ms BETWEEN 0 AND 3600000)
);

-- The pace of a network in one mode: a token bucket and a budget of purchases in flight, shared by all workers.
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

-- Which network a number is on by its first digits.
CREATE TABLE number_prefixes (
  prefix     text PRIMARY KEY CHECK (prefix ~ '^\+[1-9][0-9]{1,13}$'),
  network_id text NOT NULL REFERENCES networks (id)
);

-- Mobile country and network codes, by which porting providers name networks; a network may have several.
CREATE TABLE network_codes (
  mcc_mnc    text PRIMARY KEY CHECK (mcc_mnc ~ '^[0-9]{5,6}$'),
  network_id text NOT NULL REFERENCES networks (id)
);

-- Imported numbers that are on another network than their prefix says. 'other' is any network that is not sold here.
CREATE TABLE ported_numbers (
  phone_number text        PRIMARY KEY,
  network_id   text        NOT NULL,
  imported_at  timestamptz NOT NULL DEFAULT app_now()
);

-- What a live porting provider said of numbers, until it is stale or a network has shown it wrong; 'other' as above.
CREATE TABLE number_lookups (
  phone_number text        PRIMARY KEY,
  network_id   text        NOT NULL,
  looked_up_at timestamptz NOT NULL,
  fresh_until  timestamptz NOT NULL
);

-- What is sold, and under which code the gateway knows it.
CREATE TABLE bundles (
  id             text        PRIMARY KEY CHECK (id ~ '^bnd_[a-z0-9_]{1,60}$'),
  network_id     text        NOT NULL REFERENCES networks (id),
  name           text        NOT NULL,
  data_mb        integer     NOT NULL CHECK (data_mb > 0),
  validity_hours integer     NOT NULL CHECK (validity_hours > 0),
  product_code   text        NOT NULL,
  withdrawn_at   timestamptz
);

-- What an account may buy, at its contracted price in minor units of its currency.
CREATE TABLE account_bundles (
  account_id uuid   NOT NULL REFERENCES accounts (id),
  bundle_id  text   NOT NULL REFERENCES bundles (id),
  -- A hold of nothing, or of less, would not be a hold.
  price      bigint NOT NULL CHECK (price > 0),
  PRIMARY KEY (account_id, bundle_id),

  -- Counted exactly by every client: see accounts_exact.
  CONSTRAINT account_bundles_exact CHECK (price <= 9007199254740991)
);

-- Calls to gateways, summed over five seconds: what a network's health is judged by. Every process adds its own.
CREATE TABLE gateway_calls (
  network_id  text        NOT NULL,
  -- Calls in test mode are kept apart and count in no network's health.
  livemode    boolean     NOT NULL,
  bucket_at   timestamptz NOT NULL,
  -- submit, inquire, cancel, callback or wallet.
  call        text        NOT NULL,
  outcome     text        NOT NULL,
  kind        text        NOT NULL CHECK (kind IN ('good', 'trouble', 'account')),
  calls       integer     NOT NULL,
  -- Of these, those that took long, and those that made a purchase final.
  slow        integer     NOT NULL,
  completed   integer     NOT NULL,
  duration_ms bigint      NOT NULL,
  PRIMARY KEY (network_id, livemode, bucket_at, call, outcome)
) WITH (fillfactor = 70);

-- Serves db/networks/gateway-calls.ts: the last minutes of all networks, and the deletion of what is older than an hour.
CREATE INDEX gateway_calls_age ON gateway_calls (bucket_at);

-- How a network was last judged, and what the next judgement starts from. One process judges at a time; all read the same.
CREATE TABLE network_health (
  network_id       text        PRIMARY KEY REFERENCES networks (id),
  phase            text        NOT NULL CHECK (phase IN ('operational', 'degraded', 'unavailable', 'half_open')),
  cause            text        NOT NULL,
  since            timestamptz NOT NULL,
  rest_ms          integer     NOT NULL,
  backlogged       boolean     NOT NULL DEFAULT false,
  judged_at        timestamptz NOT NULL,
  -- Why the network has the status that it has.
  status_cause     text        NOT NULL DEFAULT 'none',
  retry_after_ms   integer,
  -- Amounts as decimal text, as the gateway wrote them.
  wallet_available text,
  wallet_currency  text,
  wallet_minimum   text,
  wallet_read_at   timestamptz,
  override_status  text        CHECK (override_status IN ('operational', 'degraded', 'unavailable')),
  override_message text,
  override_until   timestamptz,

  CONSTRAINT network_health_override
    CHECK (override_status IS NOT NULL OR (override_message IS NULL AND override_until IS NULL))
) WITH (fillfactor = 50);

-- Trouble that concerns a whole gateway and no single number: our wallet or key there, answers that are not documented,
-- callbacks that are not genuine. One row per kind; last_at says whether it continues.
CREATE TABLE gateway_alerts (
  network_id text        NOT NULL,
  livemode   boolean     NOT NULL,
  kind       text        NOT NULL
                         CHECK (kind IN ('supplier_account', 'undocumented_answer', 'callback_rejected', 'other_product')),
  -- The gateway's own code and words. No phone number, no secret.
  detail     text        NOT NULL,
  first_at   timestamptz NOT NULL,
  last_at    timestamptz NOT NULL,
  times      bigint      NOT NULL,
  PRIMARY KEY (network_id, livemode, kind)
);
