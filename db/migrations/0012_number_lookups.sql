-- What a live porting provider said of numbers, until it is stale or a network has shown it wrong. A network that is none
-- of ours is 'other', here as in ported_numbers.
CREATE TABLE number_lookups (
  phone_number text        PRIMARY KEY,
  network_id   text        NOT NULL,
  looked_up_at timestamptz NOT NULL,
  fresh_until  timestamptz NOT NULL
);

-- Mobile country and network codes, by which porting providers name networks; a network may have several.
CREATE TABLE network_codes (
  mcc_mnc    text PRIMARY KEY CHECK (mcc_mnc ~ '^[0-9]{5,6}$'),
  network_id text NOT NULL REFERENCES networks (id)
);
