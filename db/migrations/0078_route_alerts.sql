-- Each gateway of a network has its own alerts. Those of the main route stay in gateway_alerts, where earlier versions read and write
-- them, and a process of an earlier version may run beside one of this version.
CREATE TABLE route_alerts (
  network_id text        NOT NULL,
  livemode   boolean     NOT NULL,
  route      text        NOT NULL CHECK (route ~ '^[a-z][a-z0-9_]{0,30}$' AND route <> 'main'),
  kind       text        NOT NULL
                         CHECK (kind IN ('supplier_account', 'undocumented_answer', 'callback_rejected', 'other_product')),
  -- The gateway's own code and words. No phone number, no secret.
  detail     text        NOT NULL,
  first_at   timestamptz NOT NULL,
  last_at    timestamptz NOT NULL,
  times      bigint      NOT NULL,
  PRIMARY KEY (network_id, livemode, route, kind)
);
